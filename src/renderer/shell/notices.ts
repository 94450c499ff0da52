/** Short messages about something the person just did: mostly what did not work. Attention has its own queue. */
import { createStore, type StoreApi } from 'zustand';
import type { BannerTone } from '../ui/banner.tsx';

export type Notice = {
  readonly id: number;
  readonly tone: BannerTone;
  readonly title: string;
  readonly body: string | null;
  /** One thing that can be done about it, as long as it is shown. */
  readonly action: NoticeAction | null;
};
export type NoticeAction = { readonly label: string; readonly run: () => void };
export type Notices = StoreApi<readonly Notice[]> & {
  show(notice: {
    readonly tone: BannerTone;
    readonly title: string;
    readonly body?: string | null;
    readonly action?: NoticeAction | null;
  }): void;
  dismiss(id: number): void;
};

const most = 4;

export function createNotices(): Notices {
  const store = createStore<readonly Notice[]>(() => []);
  let lastId = 0;
  return {
    ...store,
    show({ tone, title, body = null, action = null }) {
      lastId += 1;
      const notice: Notice = { id: lastId, tone, title, body, action };
      store.setState((all) => [...all.filter((each) => each.title !== title), notice].slice(-most), true);
    },
    dismiss(id) {
      store.setState((all) => all.filter((notice) => notice.id !== id), true);
    },
  };
}

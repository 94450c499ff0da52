/** Watches how a page keeps up: frames, long tasks, and how old a chunk is when the document shows it. */
export type Watch = {
  /** Chunks that were just handed to the page, by the time they were sent, ms since the epoch. */
  arrived(sentAt: number): void;
  end(): { frames: number[]; latencies: number[]; longTasks: number[] };
};

/** `shown`: the part of the document that changes when a chunk is shown. */
export function watchPage(shown: Element | null): Watch {
  const frames: number[] = [];
  const latencies: number[] = [];
  const longTasks: number[] = [];
  let waiting: number[] = [];
  let last = performance.now();
  let frame = requestAnimationFrame(tick);

  function tick(now: number): void {
    frames.push(now - last);
    last = now;
    frame = requestAnimationFrame(tick);
  }

  // All that is there when a frame begins is part of what it shows.
  const changes = new MutationObserver(() => {
    if (waiting.length === 0) return;
    const now = performance.timeOrigin + performance.now();
    for (const sentAt of waiting) latencies.push(now - sentAt);
    waiting = [];
  });
  if (shown !== null) changes.observe(shown, { subtree: true, childList: true, characterData: true });
  const tasks = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) longTasks.push(duration);
  });
  tasks.observe({ type: 'longtask' });

  return {
    arrived(sentAt) {
      if (shown !== null) waiting.push(sentAt);
    },
    end() {
      cancelAnimationFrame(frame);
      changes.disconnect();
      tasks.disconnect();
      return { frames, latencies, longTasks };
    },
  };
}

export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}

/** Nothing more to do, as far as the page knows: what was mounted is measured, coloured, painted. */
export async function quiet(): Promise<void> {
  for (let count = 0; count < 3; count++) await nextFrame();
  await new Promise((resolve) => {
    requestIdleCallback(() => resolve(undefined), { timeout: 2000 });
  });
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
}

/** What is to be delivered, and how it went. */
export type WebhookEvent = {
  /** Unique; receivers use it to recognise an event that comes twice. */
  readonly id: string;
  readonly url: string;
  readonly body: unknown;
};

export type DeliveryResult =
  | { readonly ok: true; readonly status: number; readonly tries: number }
  | {
      readonly ok: false;
      readonly reason: 'refused' | 'gave-up';
      readonly status: number | null;
      readonly tries: number;
    };

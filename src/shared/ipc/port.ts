/** A two-way message pipe: Electron's MessagePortMain, the page's MessagePort, or a pair in memory. */
export interface Port {
  /** Messages must survive structured clone. Posting on a closed port does nothing. */
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also when the other side went away. */
  onClose(listener: () => void): void;
  close(): void;
}

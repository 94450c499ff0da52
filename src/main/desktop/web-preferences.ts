/** The web preferences of every window: a page of ours gets no more than a web page would. */

export function webPreferences({ preload, devTools }: { preload: string; devTools: boolean }) {
  return {
    preload,
    devTools,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    disableDialogs: true,
    /** Chromium would fetch dictionaries from the network. */
    spellcheck: false,
  } as const;
}

/** One window for screenshots; where it goes is told by the test driver. */
const { app, BrowserWindow } = require('electron');

void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    useContentSize: true,
    frame: false,
    resizable: true,
    enableLargerThanScreen: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  void window.loadURL('about:blank');
});
app.on('window-all-closed', () => app.quit());

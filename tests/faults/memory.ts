/** How much more memory this process takes than it did. Needs a process with `--expose-gc`. */
const LOOK_MS = 10;

/** Starts to look; the returned function stops, and says by how many bytes the process had grown at most. */
export function watchMemory(): () => number {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    look();
    return most - before;
  };
}

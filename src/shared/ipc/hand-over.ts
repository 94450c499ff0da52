/** The names by which page, preload and main pass a port: page asks preload, preload asks main, and back. */

/** Electron channel between preload and main, both ways. */
export const portChannel = 'switchyard:port';
/** `type` of the message with which a page asks its own window for a port. */
export const portWanted = 'switchyard:port-wanted';
/** `type` of the message that brings the port to the page, as its first transferred port. */
export const portHere = 'switchyard:port-here';
/** The only name that the preload adds to the page. */
export const bridgeName = 'switchyard';

export type Bridge = {
  /** The path of a file or folder that was dropped or picked; empty when it has none. */
  pathOfFile(file: File): string;
};

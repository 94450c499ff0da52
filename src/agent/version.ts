/** The app's version; a test holds it to package.json, which the layers keep out of reach here. */
export const VERSION = '0.1.0';

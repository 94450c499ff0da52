/** What the children write, for those who check it. */
export const SCRIPT_EVENTS = 60;
export const CHILD_OPTIONS = { largeEvery: 31 };

/** Files that the bundler puts into the program as text. */
declare module '*.sh?raw' {
  const text: string;
  export default text;
}

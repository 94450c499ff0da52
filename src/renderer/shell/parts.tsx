/** Placeholders until the real parts are here. */
type Density = { readonly density?: 'normal' | 'compact' };
export function Transcript(_props: Density) {
  return <div className="flex-1" />;
}
export function Composer(_props: Density) {
  return <div className="m-3 h-16 rounded-3 border border-line" />;
}
export function DiffPane() {
  return <div className="flex-1" />;
}

/** Drawing with WebGL is slower than without when a processor plays the graphics card. */
export function hasGpu(): boolean {
  const context = document.createElement('canvas').getContext('webgl2', {
    failIfMajorPerformanceCaveat: true,
  });
  if (context === null) return false;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info === null ? '' : String(context.getParameter(info.UNMASKED_RENDERER_WEBGL));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return name !== '' && !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

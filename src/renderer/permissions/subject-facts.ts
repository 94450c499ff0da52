/** Facts about a request that stand beside it in words. `names` are untrusted text. */
export type FactCode =
  | 'outside-workspace'
  | 'protected-path'
  | 'privileged'
  | 'network'
  | 'pipe-to-shell'
  | 'deletes'
  | 'discards-work'
  | 'inline-code'
  | 'env-override'
  /** The path in the arguments is not the path of the diff. */
  | 'path-mismatch'
  /** The agent's old text does not match the file on disk. */
  | 'diff-mismatch'
  /** `https://bank.example@evil.example`: what stands before the `@` is not the host. */
  | 'user-in-url'
  | 'mixed-scripts'
  | 'plain-http'
  | 'local-address'
  | 'not-a-url'
  | 'hidden-characters';

export type SubjectFact = { readonly code: FactCode; readonly names: readonly string[] };

// The preset's declarations name this package, which is bundled into the preset and not published by itself.
declare module '@secretlint/secretlint-rule-aws' {
  export type Options = Record<string, unknown>
}

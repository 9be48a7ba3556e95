/** Tokens with a long body after the underscore. */
const UNDERSCORED = [
  'gh[oprsu]|github_pat|npm|gsk|hf|lin_api|ntn|shp(?:pa|ca|at|ss)|[rs]k_(?:live|test)',
  'gl(?:c|sa)|vc[aciprk]|dckr_pat|figd|cf(?:k|ut|at)',
].join('|')

/**
 * The shape of every secret that the rules of the preset can report, without their exclusions. Each alternative begins at
 * a character that is rare in prose and looks back from there, which V8 scans five times faster than a list of prefixes.
 */
const SHAPE = new RegExp(
  [
    String.raw`_(?<=(?:${UNDERSCORED})_)[\w+/=-]{20}|_(?<=ops_)ey|_(?<=ghs_)\d`,
    String.raw`-(?<=(?:xox[abopr]|xapp|sk-ant-api0\d|glpat|tskey-[a-z]{2,20})-)[\w-]`,
    String.raw`-(?<=sk-)(?:(?:proj|svcacct|admin)-|[A-Za-z\d]{20}T3)|-(?<=x-)oauth-basic@github`,
    '-(?<=PRIVATE KEY(?: BLOCK)?-)----',
    String.raw`\.(?<=SG\.)\w{1,128}\.\w|\.(?<=hv[bsr]\.)[\w-]{90}`,
    String.raw`:\/\/(?:[^:\/\s]{1,256}:[^@\/\s]{1,256}@|[Hh][Oo][Oo][Kk][Ss]\.[Ss])`,
    String.raw`[:=](?<=[Ss](?:ecret|ECRET)_?[Aa](?:ccess|CCESS)_?[Kk](?:ey|EY)["']?\s*[:=])`,
    String.raw`=(?<=_authToken=)|p(?<=dap)i[\dA-Fa-f]{32}`,
  ].join('|'),
  'g',
)

/** How many secrets a text may hold: none where this is 0, though the rules would report less or nothing. Linear. */
export function countSecretShapes(text: string, atMost: number): number {
  SHAPE.lastIndex = 0
  let count = 0
  while (count < atMost && SHAPE.test(text)) count += 1
  return count
}

/** Whether a text may hold a secret that the rules would report: never false when they would. */
export function mayHoldSecret(text: string): boolean {
  return countSecretShapes(text, 1) === 1
}

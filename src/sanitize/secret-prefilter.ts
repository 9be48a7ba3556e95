/** A separator inside a word and a long unbroken run: how nearly every token looks, and few other words. */
const TOKEN = /[-_.](?<=\w.)[\w+/=-]{15}/
/** `user:password@` in a URL, or a chat webhook, which is a secret as a whole. */
const URL_SECRET = /:\/\/(?:[^:/\s]{1,256}:[^@/\s]{1,256}@|hooks\.)/i
/** What the other secrets hold. */
const NEEDLES = [
  ...[
    'ecret',
    'ECRET',
    'PRIVATE KEY',
    '_authToken=',
    'x-oauth-basic@',
    'xox',
    'xapp-',
    'dapi',
    'ghs_',
  ],
]

/** The shape of every secret that the rules of the preset can report, without their exclusions. */
const SHAPE = new RegExp(
  [
    String.raw`[Ss](?:ecret|ECRET)_?[Aa](?:ccess|CCESS)_?[Kk](?:ey|EY)["']?\s*[:=]`,
    '_authToken=|x-oauth-basic@github|PRIVATE KEY(?: BLOCK)?-----|T3BlbkFJ',
    String.raw`:\/\/[^:\/\s]{1,256}:[^@\/\s]{1,256}@`,
    String.raw`:\/\/[Hh][Oo][Oo][Kk][Ss]\.[Ss][Ll][Aa][Cc][Kk]\.`,
    '(?:xox[abopr]|xapp|sk-ant-api0\\d|glpat|tskey-[a-z]{2,20})-[A-Za-z\\d_-]',
    '(?:gh[oprsu]|github_pat|npm|gsk|hf|lin_api|ntn|shp(?:pa|ca|at|ss)|[rs]k_(?:live|test)|gl(?:c|sa)|vc[aciprk]|dckr_pat|figd|cf(?:k|ut|at))_[\\w+/=-]{20}',
    String.raw`ops_ey|ghs_\d|SG\.\w{1,128}\.\w|hv[bsr]\.[\w-]{90}|dapi[\dA-Fa-f]{32}`,
  ].join('|'),
)

/**
 * Whether a text may hold a secret that the rules would report: never false when they would. Three cheap looks first, and
 * the exact shape only where one of them hits. Linear.
 */
export function mayHoldSecret(text: string): boolean {
  return mayHoldToken(text) && SHAPE.test(text)
}

function mayHoldToken(text: string): boolean {
  return (
    TOKEN.test(text) || URL_SECRET.test(text) || NEEDLES.some((needle) => text.includes(needle))
  )
}

/**
 * What a cell holds. `gap` is a mark for a missing value, such as `–` or `n/a`; `time` is a year, a
 * date or a time of day; `measure` is a number with a unit; `prose` is an address or a sentence.
 */
export type CellKind = 'empty' | 'gap' | 'number' | 'time' | 'measure' | 'flag' | 'prose' | 'text'

const GAP = /^(?:[-–—‐−.…*/]{1,3}|n\.? ?[av]\.?|n\/[av]|nan|null|none|nil|tb[dca]|#n\/a|k\. ?a\.)$/i
const FLAG = /^(?:true|false|yes|no|ja|nein|oui|non|x|✓|✔|✗|☑|☐|wahr|falsch)$/i
const TIMES = [
  // 2025, 2025E, 2024/25, 2024-2025
  /^(?:19|20)\d\d(?:[AEF]|[/–-](?:19|20)?\d\d)?$/,
  // 2026-01, 2026-01-31, 2026-01-31T09:00:00Z
  /^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d.{0,15})?)?$/,
  // 31.01.2026, 1/31/26 9:00
  /^\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)(?: \d{1,2}:\d\d(?::\d\d)?)?$/,
  // 9:00, 09:00:30 am
  /^\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?$/i,
  // 31 January 2026, 31. Jan. 2026
  /^\d{1,2}\.? \p{L}{3,10}\.? \d{4}$/u,
]
const CURRENCIES = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...['Fr', 'SFr', 'kr', 'Kč', 'zł', 'R', 'Rs', 'RM', 'US', 'lei', 'лв', 'руб', 'p', 'c'],
])
/** The most characters of a number with its unit. */
const MAX_IN_MEASURE = 20

/** Tells what a cell holds by its text, which must be clean. */
export function kindOf(cell: string): CellKind {
  if (!cell) return 'empty'
  if (GAP.test(cell)) return 'gap'
  if (FLAG.test(cell)) return 'flag'
  if (/@|:\/\//.test(cell) || isSentence(cell)) return 'prose'
  if (!/\d/.test(cell)) return 'text'
  if (TIMES.some((time) => time.test(cell))) return 'time'
  if (!/\p{L}/u.test(cell)) return 'number'
  if (cell.length > MAX_IN_MEASURE) return 'text'
  const words = cell.match(/\p{L}+/gu)!
  if (words.length === 1 && CURRENCIES.has(words[0]!)) return 'number'
  return /^\W{0,2}\d/.test(cell) && words.length < 3 ? 'measure' : 'text'
}

/** Whether a text ends like a sentence. `Art. No.` and `Qty.` do, too, but are names. */
const isSentence = (cell: string) =>
  /[.!。！]$/.test(cell) && (cell.length > 20 || /\s\S+\s/.test(cell) || /[!。！]$/.test(cell))

/** Whether a kind of cell is seldom a name, so that it shows which cells above are names. */
export const isValueKind = (kind: CellKind) =>
  kind === 'number' || kind === 'measure' || kind === 'time' || kind === 'flag' || kind === 'prose'

const UNIT =
  /^(?:[a-zµ]{1,6}\/[a-zµ]{1,6} ?[23²³]?|(?:in|en)\s.{1,25}|[([].{1,25}[)\]]|[%‰€$£¥₹°]\S{0,2}|(?:thousand|million|[kmt]|mio|mrd|mn|bn|tsd|t)?\.?\s?[€$£¥])$/iu
const UNITS = new Set(
  `kg g mg t lb lbs oz m cm mm km mi ft in l ml cl hl h hr hrs min s sec ms d days day weeks months years yrs
  pcs pc unit units qty no. # stk stück stk. st. pce kwh mwh gwh kw mw w v a °c °f k hz mhz gb mb tb kb bps pp pt pts bar pa
  m² m2 m³ m3 km² ha qm cbm thousand thousands million millions bn mio mio. mrd mrd. tsd tsd.`.split(
    /\s+/,
  ),
)

/** Whether a cell is a unit, such as `kg`, `(m²)`, `in CHF m` or `EUR`. */
export function isUnit(cell: string): boolean {
  const lower = cell.toLowerCase()
  return UNITS.has(lower) || UNIT.test(cell) || isCurrency(cell)
}

/** Whether a cell is a currency, maybe with a multiple: `CHF`, `EUR m`, `kUSD`, `Mio. EUR`. */
function isCurrency(cell: string): boolean {
  const words = cell.match(/\p{L}+/gu) ?? []
  return (
    words.length > 0 &&
    words.length < 3 &&
    cell.length <= MAX_IN_MEASURE &&
    !/\d/.test(cell) &&
    words.some(
      (word) => CURRENCIES.has(word.replace(/^[kmt](?=[A-Z]{3}$)/, '')) && word.length > 1,
    ) &&
    words.every((word) => word.length <= 8)
  )
}

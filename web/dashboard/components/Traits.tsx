type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every(isPlain)) return value.map(String).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Names and their values, which may be any JSON. */
export const Traits = ({ traits }: { traits: Values }) => (
  <dl class="facts small">
    {Object.entries(traits).map(([name, value]) => (
      <Trait key={name} name={name} value={value} />
    ))}
  </dl>
)

const Trait = ({ name, value }: { name: string; value: unknown }) => (
  <>
    <dt dir="auto">{name}</dt>
    <dd dir="auto">
      {isValues(value) && Object.keys(value).length > 0 ? <Traits traits={value} /> : textOf(value)}
    </dd>
  </>
)

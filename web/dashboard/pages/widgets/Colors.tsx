import { RotateCcw } from 'lucide-preact'
import { colorsOf, contrast, type Rgb } from '../../../widget/theme.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import type { Draft } from '../../components/records/widgets.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

type Colors = Draft['colors']
type Name = keyof Colors

/** The colours, with their labels and their names in the widget's palette. */
const FIELDS = [
  ['primary', t('Primary'), 'p'],
  ['primary_text', t('Text on primary'), 'pt'],
  ['background', t('Background'), 'bg'],
  ['text', t('Text'), 'tx'],
  ['bubble', t('Agent’s messages'), 'b'],
  ['bubble_text', t('Text of agent’s messages'), 'bt'],
] as const

/**
 * Pairs of text and background colours, with the text that is hard to read if they are too similar.
 */
const PAIRS = [
  ['pt', 'p', t('The header and the visitor’s messages')],
  ['tx', 'bg', t('Text on the background')],
  ['bt', 'b', t('The agent’s messages')],
] as const
/** The contrast that WCAG 2.2 AA requires for text. */
const LEAST = 4.5

const hexOf = (rgb: Rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`

interface ColorsProps {
  colors: Colors
  theme: Draft['theme']
  onChange: (colors: Colors) => void
}

/** The owner's colours. Empty colours are derived from the others, with enough contrast. */
export function Colors({ colors, theme, onChange }: ColorsProps) {
  const valid = Object.fromEntries(
    Object.entries(colors).filter(([, value]) => IS_COLOR.test(value)),
  )
  const shown = colorsOf(valid, theme === 'dark')
  const set = (name: Name, value: string | undefined) => {
    const { [name]: _, ...rest } = colors
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  const warnings = warningsOf(valid, theme)
  return (
    <fieldset class="field">
      <legend class="label">{t('Colours')}</legend>
      <p class="hint">
        {t(
          'Primary is for the button, the header and the visitor’s messages. Colours that you leave empty follow from the others and stay readable.',
        )}
      </p>
      <div class="colors">
        {FIELDS.map(([name, label, key]) => {
          const given = colors[name]
          const effective = hexOf(shown[key])
          return (
            <div key={name} class="row no-wrap">
              <input
                type="color"
                aria-label={t('{label}: choose', { label })}
                value={effective}
                onInput={({ currentTarget }) => set(name, currentTarget.value)}
              />
              <label class="color-name">
                {label}
                <input
                  class="input"
                  name={`colors.${name}`}
                  placeholder={t('Automatic ({colour})', { colour: effective })}
                  pattern={IS_COLOR.source}
                  title={t('# and three or six digits, such as #2e7d32')}
                  spellcheck={false}
                  autocomplete="off"
                  value={given ?? ''}
                  onInput={({ currentTarget: { value } }) => set(name, value.trim() || undefined)}
                />
              </label>
              {given !== undefined && (
                <Button
                  kind="quiet"
                  icon={RotateCcw}
                  label={t('{label}: automatic', { label })}
                  onClick={() => set(name, undefined)}
                />
              )}
            </div>
          )
        })}
      </div>
      {warnings.length > 0 && (
        <Notice kind="warn">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
          <p class="small">
            {t(
              'Text needs a contrast of at least {least, number}. Leave one of the two colours empty.',
              {
                least: LEAST,
              },
            )}
          </p>
        </Notice>
      )}
    </fieldset>
  )
}

const IS_COLOR = /^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/

/** Warns of low contrast, in both themes if the visitor's system chooses the theme. */
function warningsOf(colors: Colors, theme: Draft['theme']): string[] {
  const looks = { auto: [false, true], light: [false], dark: [true] }[theme]
  return PAIRS.flatMap(([above, below, what]) => {
    const ratios = looks.map((isDark) => {
      const shown = colorsOf(colors, isDark)
      return contrast(shown[above], shown[below])
    })
    const least = Math.min(...ratios)
    return least < LEAST
      ? [
          t('{what}: the contrast is only {contrast}.', {
            what,
            contrast: formatNumber(Math.floor(least * 10) / 10),
          }),
        ]
      : []
  })
}

import { CalendarCheck, LifeBuoy, Package, Wrench } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Dialog.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { type Draft, differing, EMPTY } from '../../../components/records/agentDraft.ts'
import { t } from '../../../lib/texts.tsx'
import { languageName } from '../agentData.ts'
import { readTemplate, TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.ts'

const ICONS = { support: LifeBuoy, shop: Package, internal: Wrench, booking: CalendarCheck }

const readersLanguage = () => {
  const language = navigator.language.split('-')[0]!
  return language in TEMPLATES ? language : 'en'
}

/** Fills in the settings of a new agent. Asks first if the user has written something. */
export function TemplatePicker({
  draft,
  onChange,
}: {
  draft: Draft
  onChange: (draft: Draft) => void
}) {
  const [language, setLanguage] = useState(readersLanguage)
  const [filled, setFilled] = useState<Draft>(EMPTY)
  const [chosen, setChosen] = useState<TemplateName>()
  const [asking, setAsking] = useState<TemplateName>()
  const [error, setError] = useState<unknown>()
  const fill = async (name: TemplateName, of = language) => {
    setError(undefined)
    try {
      const next = { ...EMPTY, model: draft.model, ...(await readTemplate(name, of)) }
      setFilled(next)
      setChosen(name)
      onChange(next)
    } catch (cause) {
      setError(cause)
    }
  }
  const isUntouched = differing(draft, filled).length === 0
  const choose = (name: TemplateName) => (isUntouched ? fill(name) : setAsking(name))
  const changeLanguage = (of: string) => {
    setLanguage(of)
    if (chosen && isUntouched) fill(chosen, of)
  }
  return (
    <section class="card stack templates" aria-labelledby="templates">
      <header>
        <div>
          <h2 id="templates">{t('Start from a template')}</h2>
          <p class="small muted">{t('It fills in the settings below. Change what you like.')}</p>
        </div>
        <label class="row small">
          {t('Template language')}
          <select
            class="input"
            value={language}
            onChange={({ currentTarget }) => changeLanguage(currentTarget.value)}
          >
            {Object.keys(TEMPLATES).map((tag) => (
              <option key={tag} value={tag}>
                {languageName(tag)}
              </option>
            ))}
          </select>
        </label>
      </header>
      <div class="template-choices">
        {(Object.keys(TEMPLATE_NAMES) as TemplateName[]).map((name) => (
          <Button
            key={name}
            icon={ICONS[name]}
            aria-pressed={name === chosen}
            onClick={() => choose(name)}
          >
            {TEMPLATE_NAMES[name]}
          </Button>
        ))}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
      {asking && (
        <Confirm
          title={t('Replace what you have written?')}
          action={t('Replace')}
          onConfirm={() => fill(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {t('The template “{name}” fills in all settings anew.', {
              name: TEMPLATE_NAMES[asking],
            })}
          </p>
        </Confirm>
      )}
    </section>
  )
}

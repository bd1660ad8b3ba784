import { ArrowUp, Plus, X } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { t } from '../../lib/texts.tsx'

const MOST = 6

interface QuestionsProps {
  questions: readonly string[]
  onChange: (questions: string[]) => void
}

/** Edits the suggested questions and their order. */
export function Questions({ questions, onChange }: QuestionsProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const isAdding = useRef(false)
  useEffect(() => {
    if (isAdding.current)
      list.current
        ?.querySelector<HTMLElement>(`[name="suggested_questions.${questions.length - 1}"]`)
        ?.focus()
    isAdding.current = false
  }, [questions.length])
  const add = () => {
    isAdding.current = true
    onChange([...questions, ''])
  }
  const without = (index: number) => questions.filter((_, at) => at !== index)
  const raise = (index: number) => {
    const next = without(index)
    next.splice(index - 1, 0, questions[index]!)
    onChange(next)
  }
  return (
    <fieldset class="field" ref={list}>
      <legend class="label">{t('Suggested questions')}</legend>
      <p class="hint">{t('Buttons below the greeting, up to {most}.', { most: MOST })}</p>
      {questions.map((question, index) => (
        <div class="row no-wrap" key={index}>
          <input
            class="input"
            name={`suggested_questions.${index}`}
            aria-label={t('Question {index}', { index: index + 1 })}
            maxLength={200}
            value={question}
            onInput={({ currentTarget }) =>
              onChange(questions.map((text, at) => (at === index ? currentTarget.value : text)))
            }
          />
          <Button
            kind="quiet"
            icon={ArrowUp}
            label={t('Move question {index} up', { index: index + 1 })}
            disabled={index === 0}
            onClick={() => raise(index)}
          />
          <Button
            kind="quiet"
            icon={X}
            label={t('Remove question {index}', { index: index + 1 })}
            onClick={() => onChange(without(index))}
          />
        </div>
      ))}
      {questions.length < MOST && (
        <div>
          <Button icon={Plus} onClick={add}>
            {t('Add a question')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

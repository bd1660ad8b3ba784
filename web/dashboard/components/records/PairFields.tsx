import { t } from '../../lib/texts.tsx'
import { TextArea, TextField } from '../forms/Form.tsx'

/** A question with its answer, as the form holds them. */
export interface Pair {
  question: string
  answer: string
  /** Tags, separated by commas. */
  tags: string
  source: string
}

export const EMPTY_PAIR: Pair = { question: '', answer: '', tags: '', source: '' }

export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

export function PairFields({ value, onChange }: { value: Pair; onChange: (value: Pair) => void }) {
  const set = (name: keyof Pair) => (text: string) => onChange({ ...value, [name]: text })
  return (
    <>
      <TextArea
        label={t('Question')}
        name="question"
        rows={2}
        required
        maxLength={2000}
        hint={t('In the words that your customers use.')}
        value={value.question}
        onChange={set('question')}
      />
      <TextArea
        label={t('Answer')}
        name="answer"
        rows={5}
        required
        maxLength={20000}
        value={value.answer}
        onChange={set('answer')}
      />
      <TextField
        label={t('Tags')}
        name="tags"
        hint={t('For your team, separated by commas. Up to 20.')}
        value={value.tags}
        onChange={set('tags')}
      />
      <TextField
        label={t('Source')}
        name="source"
        maxLength={200}
        hint={t('For your team: where the answer comes from.')}
        value={value.source}
        onChange={set('source')}
      />
    </>
  )
}

import { CheckField, TextArea, TextField } from '../../../components/forms/Form.tsx'
import { type FieldsProps, LABELS } from '../../../components/records/agentDraft.ts'
import { t } from '../../../lib/texts.tsx'

/** The rules by which the agent hands conversations off to people. */
export function HandoffFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <CheckField
        label={LABELS.on_request}
        name="handoff_policy.on_request"
        checked={draft.on_request}
        onChange={(on_request) => onChange({ on_request })}
        hint={t('In words such as “Can I talk to a human?”, in 31 languages.')}
      />
      <CheckField
        label={LABELS.on_low_rating}
        name="handoff_policy.on_low_rating"
        checked={draft.on_low_rating}
        onChange={(on_low_rating) => onChange({ on_low_rating })}
        hint={t(
          'When a customer rates a reply or the conversation with 1 or 2, or with a thumb down.',
        )}
      />
      <TextField
        label={LABELS.on_no_answer}
        name="handoff_policy.on_no_answer"
        type="number"
        min="1"
        max="10"
        step="1"
        placeholder={t('Never')}
        value={draft.on_no_answer}
        onChange={(on_no_answer) => onChange({ on_no_answer })}
        hint={t(
          'How many in a row, 1 to 10. A reply that cites no knowledge counts, small talk does not.',
        )}
      />
      <TextArea
        label={LABELS.on_topics}
        name="handoff_policy.on_topics"
        rows={3}
        value={draft.on_topics}
        onChange={(on_topics) => onChange({ on_topics })}
        hint={t('Words or phrases, one per line, up to 50. Other forms of a word count as well.')}
      />
      <TextArea
        label={LABELS.message}
        name="handoff_policy.message"
        rows={2}
        maxLength={1000}
        value={draft.message}
        onChange={(message) => onChange({ message })}
        hint={t(
          'If empty, a sentence in the language of the customer says that a colleague will answer.',
        )}
      />
      <TextField
        label={LABELS.unanswered_minutes}
        name="handoff_policy.unanswered_minutes"
        type="number"
        min="1"
        max="1440"
        step="1"
        placeholder={t('Never')}
        value={draft.unanswered_minutes}
        onChange={(unanswered_minutes) => onChange({ unanswered_minutes })}
        hint={t('After this time, customers are told that nobody has answered yet.')}
      />
      <CheckField
        label={LABELS.is_returned}
        name="handoff_policy.unanswered_action"
        checked={draft.is_returned}
        onChange={(is_returned) => onChange({ is_returned })}
      />
    </>
  )
}

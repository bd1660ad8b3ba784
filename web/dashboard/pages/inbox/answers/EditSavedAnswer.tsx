import { useState } from 'preact/hooks'
import { TextArea, TextField } from '../../../components/forms/Form.tsx'
import { FormDialog } from '../../../components/forms/FormDialog.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { api, dataOf } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'
import { renewSavedAnswers, type SavedAnswer } from './savedAnswers.ts'
import { OFFERED, type Offered, unknownVariables } from './variables.ts'

interface EditProps {
  /** undefined: a new one. */
  answer?: SavedAnswer
  onClose: () => void
}

/** The form of a saved answer. */
export function EditSavedAnswer({ answer, onClose }: EditProps) {
  const [name, setName] = useState(answer?.name ?? '')
  const [content, setContent] = useState(answer?.content ?? '')
  const save = async () => {
    const body = { name: name.trim(), content }
    if (answer) {
      const params = { path: { id: answer.id } }
      await dataOf(api.PATCH('/api/v1/saved-answers/{id}', { params, body }))
    } else await dataOf(api.POST('/api/v1/saved-answers', { body }))
    await renewSavedAnswers()
  }
  return (
    <FormDialog
      title={answer ? t('Edit saved answer') : t('Add saved answer')}
      action={t('Save')}
      onSubmit={save}
      done={t('Saved.')}
      disabled={!name.trim() || !content.trim()}
      hasCancel={false}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        name="name"
        required
        maxLength={60}
        hint={t('Short: people type it to find the text.')}
        value={name}
        onChange={setName}
      />
      <TextArea
        label={t('Text')}
        name="content"
        rows={6}
        required
        maxLength={8000}
        hint={t('What stands in two pairs of braces is filled in when the text is inserted.')}
        value={content}
        onChange={setContent}
      />
      <Variables content={content} />
    </FormDialog>
  )
}

const MEANING: Readonly<Record<Offered, string>> = {
  'customer.name': t('their name, from their traits'),
  'customer.first_name': t('the first of their names'),
  'customer.email': t('their email address'),
  'customer.id': t('your ID of the customer'),
  'me.name': t('the name of who sends it'),
  'me.first_name': t('the first of these names'),
  'agent.name': t('the agent of the conversation'),
  'organization.name': t('your organization'),
}
const WITH_FALLBACK = '{{customer.name|there}}'
const TRAIT = '{{customer.plan}}'

/** Lists the variables, and warns of those in the text that nothing is known about. */
function Variables({ content }: { content: string }) {
  const unknown = unknownVariables(content)
  return (
    <>
      {unknown.length > 0 && (
        <Notice kind="warn">
          {t('No such variable, so it stays in the text: {variables}', {
            variables: unknown.join(', '),
          })}
        </Notice>
      )}
      <details class="small">
        <summary>{t('Variables')}</summary>
        <dl class="facts variables">
          {OFFERED.flatMap((name) => [
            <dt key={name}>
              <code>{`{{${name}}}`}</code>
            </dt>,
            <dd key={`${name} means`}>{MEANING[name]}</dd>,
          ])}
          <dt>
            <code>{TRAIT}</code>
          </dt>
          <dd>{t('any other trait of the customer, here “plan”')}</dd>
          <dt>
            <code>{WITH_FALLBACK}</code>
          </dt>
          <dd>{t('the text after the line, if there is no name')}</dd>
        </dl>
      </details>
    </>
  )
}

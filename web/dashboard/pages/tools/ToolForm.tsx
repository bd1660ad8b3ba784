import { useState } from 'preact/hooks'
import { CheckField, SelectField, TextArea, TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { TOOLS, type Tool } from '../../lib/tools.ts'
import { bodyOf, type Draft, draftOf, nameFor, numbersIn } from './toolDraft.ts'

/** Examples of values, which are the same in every language. */
const BODY = '{ "amount": "{amount}" }'
const AUTH_HEADER = 'Authorization'
const KEY_HEADER = 'Idempotency-Key'
const PLACEHOLDERS = { amount: '{amount}', order_id: '{order_id}' }

interface ToolFormProps {
  /** undefined: a new one. */
  tool?: Tool | undefined
  /** @param secret of a new tool */
  onDone: (tool: Tool, secret: string | null) => void
  onClose: () => void
}

/** Asks what a tool does, where its requests go, and who must agree. */
export function ToolForm({ tool, onDone, onClose }: ToolFormProps) {
  const [draft, setDraft] = useState(() => draftOf(tool))
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const save = async () => {
    if (tool) {
      const header = { 'If-Match': `"${tool.updated_at}"` }
      const params = { path: { id: tool.id }, header }
      const body = bodyOf(draft, tool) as never
      onDone(await dataOf(api.PATCH('/api/v1/tools/{id}', { params, body })), null)
    } else {
      const body = Object.fromEntries(
        Object.entries(bodyOf(draft, undefined)).filter(([, value]) => value !== null),
      )
      const { secret, ...made } = await dataOf(api.POST('/api/v1/tools', { body: body as never }))
      onDone(made, secret)
    }
    await queries.invalidateQueries({ queryKey: [TOOLS] })
  }
  const props = { draft, change }
  return (
    <FormDialog
      wide
      title={tool ? t('Edit {name}', { name: tool.title }) : t('New tool')}
      action={tool ? t('Save') : t('Create tool')}
      onSubmit={save}
      onClose={onClose}
    >
      <PurposeFields {...props} isNew={!tool} />
      {tool?.kind !== 'mcp' && <RequestFields {...props} hint={tool?.auth?.hint} />}
      <RuleFields {...props} />
    </FormDialog>
  )
}

interface PartProps {
  draft: Draft
  change: (changes: Partial<Draft>) => void
}

function PurposeFields({ draft, change, isNew }: PartProps & { isNew: boolean }) {
  return (
    <>
      <TextField
        label={t('Title')}
        name="title"
        required
        maxLength={80}
        placeholder={t('Order status')}
        hint={t('What your team and your customers read.')}
        value={draft.title}
        onChange={(title) => change({ title, ...(isNew && { name: nameFor(title) }) })}
      />
      <TextField
        label={t('Name')}
        name="name"
        required
        pattern="[a-z][a-z0-9_]{0,47}"
        title={t('Small letters, digits and _, beginning with a letter')}
        hint={t('What the model calls it by.')}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextArea
        label={t('Description')}
        name="description"
        required
        maxLength={1000}
        hint={t('Tells the model what the tool does and when to use it.')}
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <TextArea
        label={t('Examples of questions (optional)')}
        name="examples"
        rows={3}
        hint={t('One in each line, for which the tool is of use.')}
        value={draft.examples}
        onChange={(examples) => change({ examples })}
      />
      <SelectField
        label={t('Effect')}
        name="effect"
        options={[
          ['read', t('It looks something up')],
          ['write', t('It changes something, such as a refund')],
        ]}
        hint={t('A look-up may be repeated. A change is never sent twice by accident.')}
        value={draft.effect}
        onChange={(effect) =>
          change({
            effect: effect as Draft['effect'],
            ...(isNew && { method: effect === 'read' ? 'GET' : 'POST' }),
          })
        }
      />
    </>
  )
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function RequestFields({ draft, change, hint }: PartProps & { hint: string | undefined }) {
  return (
    <>
      <div class="columns">
        <SelectField
          label={t('Method')}
          name="method"
          options={METHODS.map((method) => [method, method])}
          value={draft.method}
          onChange={(method) => change({ method: method as Draft['method'] })}
        />
        <TextField
          label={t('URL')}
          name="url_template"
          required
          maxLength={2000}
          spellcheck={false}
          placeholder="https://shop.example.com/orders/{order_id}"
          hint={t('Arguments stand in braces, in the path or after the ?.')}
          value={draft.url_template}
          onChange={(url_template) => change({ url_template })}
        />
      </div>
      <TextArea
        label={t('Arguments')}
        name="input_schema"
        rows={8}
        spellcheck={false}
        required
        hint={t('What the model fills in, as a JSON schema.')}
        value={draft.input_schema}
        onChange={(input_schema) => change({ input_schema })}
      />
      {draft.method !== 'GET' && (
        <TextArea
          label={t('Body (optional)')}
          name="body_template"
          rows={4}
          spellcheck={false}
          placeholder={BODY}
          hint={t('JSON, with arguments in braces.')}
          value={draft.body_template}
          onChange={(body_template) => change({ body_template })}
        />
      )}
      <div class="columns">
        <TextField
          label={t('Header of the credentials (optional)')}
          name="auth_header"
          placeholder={AUTH_HEADER}
          autocomplete="off"
          value={draft.auth_header}
          onChange={(auth_header) => change({ auth_header })}
        />
        <TextField
          label={t('Credentials')}
          name="auth"
          type="password"
          autocomplete="off"
          required={Boolean(draft.auth_header) && !hint}
          placeholder={hint ? `…${hint}` : undefined}
          hint={hint ? t('Leave it empty to keep the stored ones.') : t('Stored encrypted.')}
          value={draft.auth_value}
          onChange={(auth_value) => change({ auth_value })}
        />
      </div>
    </>
  )
}

function RuleFields({ draft, change }: PartProps) {
  return (
    <>
      {draft.effect === 'write' && <WriteFields draft={draft} change={change} />}
      <SelectField
        label={t('Who must agree to a call?')}
        name="confirm"
        options={[
          ['never', t('Nobody')],
          ['customer', t('The customer')],
          ['person', t('Somebody of your team')],
        ]}
        value={draft.confirm}
        onChange={(confirm) => change({ confirm: confirm as Draft['confirm'] })}
      />
      {draft.confirm !== 'never' && <LimitFields draft={draft} change={change} />}
      <TextField
        label={t('Question to whoever decides (optional)')}
        name="confirm_text"
        maxLength={500}
        placeholder={t('Refund {amount} EUR for order {order_id}?', PLACEHOLDERS)}
        value={draft.confirm_text}
        onChange={(confirm_text) => change({ confirm_text })}
      />
      <TextField
        label={t('Seconds that a call may take')}
        name="timeout_ms"
        type="number"
        required
        min={1}
        max={20}
        step={0.5}
        value={draft.timeout}
        onChange={(timeout) => change({ timeout })}
      />
      <CheckField
        label={t('Only for customers whose identity is known')}
        name="needs_verified"
        checked={draft.needs_verified}
        onChange={(needs_verified) => change({ needs_verified })}
      />
      <CheckField
        label={t('Only your own system writes what it answers')}
        name="trusts_result"
        hint={t('Otherwise the customer must agree to every change that follows it.')}
        checked={draft.trusts_result}
        onChange={(trusts_result) => change({ trusts_result })}
      />
      {draft.effect === 'write' && (
        <CheckField
          label={t('Test chats may use it, too')}
          name="in_tests"
          hint={t('Those that test keys open. Your system sees the header Parley-Test.')}
          checked={draft.in_tests}
          onChange={(in_tests) => change({ in_tests })}
        />
      )}
      <CheckField
        label={t('Agents may use it')}
        name="is_active"
        checked={draft.is_active}
        onChange={(is_active) => change({ is_active })}
      />
    </>
  )
}

/** Which calls somebody must agree to: all, or those with a number above a limit. */
function LimitFields({ draft, change }: PartProps) {
  const limit = draft.confirm_when
  const set = (changes: Partial<typeof limit>) => change({ confirm_when: { ...limit, ...changes } })
  const numbers = numbersIn(draft)
  if (numbers.length === 0 && !limit.pointer) return null
  const pointers = new Set([...numbers.map((name) => `/${name}`), limit.pointer])
  pointers.delete('')
  return (
    <div class="columns">
      <SelectField
        label={t('Which calls?')}
        name="confirm_when"
        options={[
          ['', limit.kept ? t('As the API has set') : t('All calls')],
          ...[...pointers].map(
            (pointer) => [pointer, t('Depends on {name}', { name: pointer.slice(1) })] as const,
          ),
        ]}
        value={limit.pointer}
        onChange={(pointer) => set({ pointer })}
      />
      {limit.pointer && (
        <TextField
          label={t('Only above')}
          name="above"
          type="number"
          step="any"
          required
          value={limit.above}
          onChange={(above) => set({ above })}
        />
      )}
    </div>
  )
}

/** What makes sure that a change happens once. */
function WriteFields({ draft, change }: PartProps) {
  return (
    <>
      <TextField
        label={t('Header of the key (optional)')}
        name="idempotency_header"
        placeholder={KEY_HEADER}
        hint={t('If your system carries out a repeated key only once, a lost call is sent again.')}
        value={draft.idempotency_header}
        onChange={(idempotency_header) => change({ idempotency_header })}
      />
      <TextArea
        label={t('Probe (optional)')}
        name="probe"
        rows={4}
        spellcheck={false}
        hint={t('How to ask your system whether a lost call was carried out, as JSON.')}
        value={draft.probe}
        onChange={(probe) => change({ probe })}
      />
    </>
  )
}

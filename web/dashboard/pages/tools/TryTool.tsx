import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { CheckField, TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { Json } from '../../components/Json.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { useAction } from '../../components/useAction.ts'
import { api, dataOf, type Schemas } from '../../lib/api.ts'
import { formatDuration } from '../../lib/format.ts'
import { sayError } from '../../lib/locales/apiErrors.ts'
import { t } from '../../lib/texts.tsx'
import { CALL_STATE, type Tool } from '../../lib/tools.ts'
import { ArgumentFields, argumentsIn, type Values } from './argumentFields.tsx'

type Tested = Schemas['ToolTest']

/** Calls a tool with arguments that the owner gives, and shows the request and the answer. */
export function TryTool({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const [values, setValues] = useState<Values>({})
  const [customer, setCustomer] = useState('')
  const [isAllowed, setAllowed] = useState(false)
  const [tested, setTested] = useState<Tested>()
  const test = async (call: boolean) => {
    setTested(undefined)
    const body = {
      arguments: argumentsIn(tool, values),
      call,
      ...(isAllowed && { allow_write: true }),
      ...(customer.trim() && { customer_id: customer.trim() }),
    }
    const params = { path: { id: tool.id } }
    setTested(await dataOf(api.POST('/api/v1/tools/{id}/test', { params, body })))
  }
  const preview = useAction(() => test(false))
  return (
    <FormDialog
      title={t('Try {name}', { name: tool.title })}
      action={t('Send the request')}
      hasCancel={false}
      more={
        <Button busy={preview.busy} onClick={preview.run}>
          {t('Show the request')}
        </Button>
      }
      onSubmit={() => test(true)}
      onClose={onClose}
    >
      <ArgumentFields tool={tool} values={values} onChange={setValues} />
      <TextField
        label={t("Customer's id (optional)")}
        name="customer_id"
        maxLength={255}
        autocomplete="off"
        value={customer}
        onChange={setCustomer}
      />
      {tool.effect === 'write' && (
        <CheckField
          label={t('Change something in my system')}
          name="allow_write"
          hint={t('The request is sent as an agent would send it, with the header Parley-Test.')}
          checked={isAllowed}
          onChange={setAllowed}
        />
      )}
      {preview.error !== undefined && <ErrorNotice error={preview.error} />}
      <div role="status" class="stack">
        {tested && <Outcome tested={tested} />}
      </div>
    </FormDialog>
  )
}

function Outcome({ tested: { request, outcome } }: { tested: Tested }) {
  const { method, url, headers, body } = request
  return (
    <>
      {outcome && (
        <div class="stack">
          <p class="row">
            <Badge kind={CALL_STATE[outcome.state].kind}>{CALL_STATE[outcome.state].name}</Badge>
            <span class="small muted">
              {[outcome.http_status, formatDuration(outcome.ms)].filter(Boolean).join(' · ')}
            </span>
          </p>
          {outcome.error && <p class="small">{sayError(outcome.error)}</p>}
          {outcome.result !== null && <Json value={outcome.result} label={t('Copy the answer')} />}
          {outcome.is_cut && <p class="small muted">{t('This is the beginning of the answer.')}</p>}
        </div>
      )}
      <details open={!outcome}>
        <summary>{t('Request')}</summary>
        <p class="small tool-address">
          {method} {url}
        </p>
        <Json value={headers} label={t('Copy the headers')} />
        {body !== null && <Json value={parsed(body)} label={t('Copy the body')} />}
      </details>
    </>
  )
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

import { useState } from 'preact/hooks'
import { CheckField, SelectField, TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { type Connection, readAgain } from '../../components/records/connectionData.ts'
import {
  CHOICES,
  type Choice,
  choiceOf,
  FIRST_CHOICE,
  OPTION_HINTS,
  OPTION_LABELS,
  type OptionName,
} from '../../components/records/providers.ts'
import { api, dataOf } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { fieldsOf, type ModelRow, ModelRows, rowsOf } from './ModelRows.tsx'

interface ConnectionFormProps {
  /** undefined: a new one. */
  connection?: Connection | undefined
  /** The names of other connections. */
  names: readonly string[]
  /** Names of the server's models, if a test has found some. */
  known?: readonly string[]
  onDone: (connection: Connection) => void
  onClose: () => void
}

/** A connection as the form has it. */
interface Draft {
  /** undefined: as suggested. */
  name: string | undefined
  address: string
  key: string
  isKeyless: boolean
  options: Partial<Record<OptionName, string>>
  rows: ModelRow[]
  isAny: boolean
}

const draftOf = (connection: Connection | undefined): Draft => ({
  name: connection?.name,
  address: connection?.base_url ?? '',
  key: '',
  isKeyless: false,
  options: connection?.options ?? {},
  rows: connection ? rowsOf(connection) : [],
  isAny: !connection?.models.length,
})

/** `our-openai`, or with a number if there is one already. */
function suggestName(choice: string, names: readonly string[]): string {
  const name = `our-${choice === 'compatible' ? 'models' : choice}`
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name}-${count}`
    if (!names.includes(numbered)) return numbered
  }
}

function originOf(address: string | null): string | undefined {
  if (!address) return ''
  try {
    return new URL(address).origin
  } catch {
    return undefined
  }
}

/** Asks for the fields that the provider needs. */
export function ConnectionForm({
  connection,
  names,
  known = [],
  onDone,
  onClose,
}: ConnectionFormProps) {
  const [chosen, setChosen] = useState(FIRST_CHOICE)
  const choice = connection ? choiceOf(connection) : CHOICES[chosen]
  const [draft, setDraft] = useState(() => draftOf(connection))
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const name = draft.name ?? suggestName(chosen, names)
  const save = async () => {
    const body = bodyOf(draft, choice)
    const saved = connection
      ? await dataOf(
          api.PATCH('/api/v1/connections/{id}', {
            params: {
              path: { id: connection.id },
              header: { 'If-Match': `"${connection.updated_at}"` },
            },
            body,
          }),
        )
      : await dataOf(
          api.POST('/api/v1/connections', {
            body: {
              ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
              name,
              provider: choice!.provider,
            },
          }),
        )
    await readAgain()
    onDone(saved)
  }
  return (
    <FormDialog
      wide
      title={connection ? t('Edit {name}', { name: connection.name }) : t('New connection')}
      action={connection ? t('Save') : t('Create')}
      onSubmit={save}
      onClose={onClose}
    >
      {!connection && (
        <>
          <SelectField
            label={t('Provider')}
            name="provider"
            value={chosen}
            onChange={setChosen}
            options={Object.entries(CHOICES).map(([value, { brand }]) => [value, brand])}
          />
          <TextField
            label={t('Name')}
            name="name"
            pattern="[a-z][a-z0-9\-]{1,39}"
            title={t('2 to 40 small letters, digits and hyphens, beginning with a letter')}
            required
            autocomplete="off"
            spellcheck={false}
            maxLength={40}
            hint={rich('Agents name their models with it: {example}. It cannot be changed later.', {
              example: <code>{name}:model</code>,
            })}
            value={name}
            onChange={(typed) => change({ name: typed.toLowerCase().replaceAll(' ', '-') })}
          />
        </>
      )}
      <ServerFields connection={connection} choice={choice} draft={draft} change={change} />
      <ModelRows
        rows={draft.rows}
        isAny={draft.isAny}
        known={known}
        onChange={(rows, isAny) => change({ rows, isAny })}
      />
    </FormDialog>
  )
}

/** The fields as the API takes them; null: none. A key is sent only if it changes. */
function bodyOf(
  { address, key, isKeyless, options, rows, isAny }: Draft,
  choice: Choice | undefined,
) {
  const filled = Object.entries(options).flatMap(([option, value]): [string, string][] =>
    value?.trim() && (!choice || option in (choice.options ?? {})) ? [[option, value.trim()]] : [],
  )
  return {
    base_url: (choice?.address !== 'own' && address.trim()) || null,
    options: Object.fromEntries(filled),
    ...(isKeyless ? { key: null } : key && { key: key.trim() }),
    ...fieldsOf(rows, isAny),
  }
}

interface ServerFieldsProps {
  connection: Connection | undefined
  choice: Choice | undefined
  draft: Draft
  change: (changes: Partial<Draft>) => void
}

/** Address, key, and what else this provider needs. */
function ServerFields({ connection, choice, draft, change }: ServerFieldsProps) {
  const { address, key, isKeyless, options } = draft
  const hint = connection?.key_hint
  const isElsewhere =
    connection !== undefined && originOf(address.trim()) !== originOf(connection.base_url)
  const needsKey =
    choice?.key === 'required' || (choice?.key === 'with-own-address' && !address.trim())
  const mayBeKeyless = hint && !needsKey
  const keyHint =
    hint && isElsewhere
      ? t('Enter the key again: a stored key is never sent to another server.')
      : hint
        ? t('The stored key ends in {hint}. Leave the field empty to keep it.', { hint })
        : undefined
  return (
    <>
      {choice?.address !== 'own' && (
        <TextField
          label={choice?.address === 'required' ? t('Address') : t('Another address (optional)')}
          name="base_url"
          type="url"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          maxLength={1000}
          required={choice?.address === 'required'}
          placeholder={choice?.example}
          hint={
            choice?.addressHint ??
            (choice?.address === 'required'
              ? t('It must be reachable on the internet.')
              : t('Only for a proxy of your own. It must be reachable on the internet.'))
          }
          value={address}
          onChange={(typed) => change({ address: typed })}
        />
      )}
      {Object.entries(choice?.options ?? {}).map(([option, need]) => (
        <TextField
          key={option}
          label={
            need === 'required'
              ? OPTION_LABELS[option as OptionName]
              : t('{field} (optional)', { field: OPTION_LABELS[option as OptionName] })
          }
          name={`options.${option}`}
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          required={need === 'required'}
          hint={OPTION_HINTS[option as OptionName]}
          value={options[option as OptionName] ?? ''}
          onChange={(typed) => change({ options: { ...options, [option]: typed } })}
        />
      ))}
      {!isKeyless && (
        <TextField
          label={needsKey ? t('Key') : t('Key (optional)')}
          name="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          maxLength={4000}
          required={hint ? isElsewhere && needsKey : needsKey}
          placeholder={hint ? `…${hint}` : undefined}
          hint={
            <>
              {keyHint ?? t('Stored encrypted. Nobody can read it again, only replace it.')}{' '}
              {choice?.keysAt && (
                <a href={choice.keysAt} target="_blank" rel="noreferrer">
                  {t('Keys at {provider}', { provider: choice.brand })}
                </a>
              )}
            </>
          }
          value={key}
          onChange={(typed) => change({ key: typed })}
        />
      )}
      {mayBeKeyless && (
        <CheckField
          label={t('Remove the stored key')}
          name="no_key"
          checked={isKeyless}
          onChange={(on) => change({ isKeyless: on, key: '' })}
          hint={t('For servers that need none.')}
        />
      )}
    </>
  )
}

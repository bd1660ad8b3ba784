import { useState } from 'preact/hooks'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { api, dataOf, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { readAgain } from './mcpServerData.ts'

type Server = Schemas['McpServer']

/** Examples of values, which are the same in every language. */
const AUTH_HEADER = 'Authorization'
const ADDRESS = 'https://shop.example.com/mcp'
const NAME = 'shop'

interface McpServerFormProps {
  /** undefined: a new one. */
  server?: Server | undefined
  onDone: (server: Server) => void
  onClose: () => void
}

/** Asks where a server is and for its credentials. The API then asks it for its tools. */
export function McpServerForm({ server, onDone, onClose }: McpServerFormProps) {
  const [name, setName] = useState(server?.name ?? '')
  const [url, setUrl] = useState(server?.url ?? '')
  const [header, setHeader] = useState(server?.auth?.header ?? '')
  const [value, setValue] = useState('')
  const save = async () => {
    const auth = value ? { header: header.trim(), value } : undefined
    const saved = server
      ? await dataOf(
          api.PATCH('/api/v1/mcp-servers/{id}', {
            params: {
              path: { id: server.id },
              header: { 'If-Match': `"${server.updated_at}"` },
            },
            body: {
              url: url.trim(),
              ...(auth && { auth }),
              ...(!header.trim() && server.auth && { auth: null }),
            },
          }),
        )
      : await dataOf(
          api.POST('/api/v1/mcp-servers', {
            body: { name, url: url.trim(), ...(auth && { auth }) },
          }),
        )
    await readAgain()
    onDone(saved)
  }
  const hint = server?.auth?.hint
  return (
    <FormDialog
      title={server ? t('Edit {name}', { name: server.name }) : t('New MCP server')}
      action={server ? t('Save') : t('Add server')}
      onSubmit={save}
      onClose={onClose}
    >
      {!server && (
        <TextField
          label={t('Name')}
          name="name"
          required
          pattern="[a-z][a-z0-9_]{0,19}"
          title={t('Small letters, digits and _, beginning with a letter')}
          placeholder={NAME}
          hint={t('The names of its tools begin with it. It never changes.')}
          value={name}
          onChange={setName}
        />
      )}
      <TextField
        label={t('URL')}
        name="url"
        type="url"
        required
        maxLength={2000}
        placeholder={ADDRESS}
        value={url}
        onChange={setUrl}
      />
      <div class="columns">
        <TextField
          label={t('Header of the credentials (optional)')}
          name="auth_header"
          placeholder={AUTH_HEADER}
          autocomplete="off"
          value={header}
          onChange={setHeader}
        />
        <TextField
          label={t('Credentials')}
          name="auth"
          type="password"
          autocomplete="off"
          required={Boolean(header) && !hint}
          placeholder={hint ? `…${hint}` : undefined}
          hint={hint ? t('Leave it empty to keep the stored ones.') : t('Stored encrypted.')}
          value={value}
          onChange={setValue}
        />
      </div>
    </FormDialog>
  )
}

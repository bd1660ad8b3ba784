import { useRef, useState } from 'preact/hooks'
import { AgentPicker, isChosen } from '../../../components/forms/AgentPicker.tsx'
import { Form, TextArea } from '../../../components/forms/Form.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { refreshKnowledge } from '../../../components/records/entries.ts'
import { showToast } from '../../../components/Toasts.tsx'
import { ApiError, api, dataOf } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'
import { followPage } from './uploads.ts'
import { VisitFields, type Visits } from './VisitFields.tsx'

const MOST = 100

/** Returns the addresses in a text, one or several on a line. `https://` may be left out. */
const addressesIn = (text: string) => [
  ...new Set(
    text
      .split(/[\n,;]+/)
      .flatMap((line) => {
        const words = line.trim().split(/\s+/)
        // A line that is no address stays whole, so that its words are not taken for host names.
        return words.every((word) => /[.:]/.test(word)) ? words : [line.trim()]
      })
      .filter(Boolean)
      .map((address) =>
        /^\S+\.\S+$/.test(address) && !/^[a-z][a-z\d+.-]*:\/\//i.test(address)
          ? `https://${address}`
          : address,
      ),
  ),
]

/** Whether a text looks like a web address to a browser. */
const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
const NO_ADDRESS = t('is not a web address. Write it like https://shop.example.com/shipping')

export function AddPages({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [visits, setVisits] = useState<Visits>({
    crawl: 'page',
    max_pages: 50,
    refresh_hours: null,
  })
  const [agents, setAgents] = useState<string[] | null>(null)
  const [refused, setRefused] = useState<readonly (readonly [string, string])[]>([])
  // Idempotency keys by request, so that sending again after a failure adds no address twice.
  const keys = useRef(new Map<string, string>())
  const addresses = addressesIn(text)

  async function add() {
    const problems: [string, string][] = []
    let added = 0
    const { crawl, max_pages, refresh_hours } = visits
    const fields = {
      crawl,
      ...(crawl === 'page' ? {} : { max_pages }),
      ...(refresh_hours ? { refresh_hours } : {}),
      ...(agents ? { agent_ids: agents } : {}),
    }
    for (const url of addresses) {
      if (!isAddress(url)) {
        problems.push([url, NO_ADDRESS])
        continue
      }
      const body = { url, ...fields }
      const asked = JSON.stringify(body)
      const key = keys.current.get(asked) ?? crypto.randomUUID()
      keys.current.set(asked, key)
      const header = { 'Idempotency-Key': key, Prefer: 'respond-async' }
      try {
        const entry = await dataOf(api.POST('/api/v1/knowledge/urls', { params: { header }, body }))
        followPage({ kind: 'url', ...entry })
        added++
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 422) throw error
        problems.push([url, error.fields.url ?? error.message])
      }
    }
    refreshKnowledge()
    if (added > 0)
      showToast(added === 1 ? t('Processing 1 page.') : t('Processing {added} pages.', { added }))
    if (problems.length === 0) return onClose()
    setRefused(problems)
    setText(problems.map(([url]) => url).join('\n'))
  }

  return (
    <Form
      action={
        addresses.length > 1
          ? t('Add {addresses} pages', { addresses: addresses.length })
          : t('Add')
      }
      onSubmit={add}
      disabled={addresses.length === 0 || addresses.length > MOST || !isChosen(agents)}
    >
      <TextArea
        label={t('URLs')}
        name="url"
        rows={3}
        required
        placeholder="https://shop.example.com/shipping"
        hint={
          addresses.length > MOST
            ? t(
                'You can add up to {most} URLs at a time, and these are {addresses}. To add a whole site, enter its first page.',
                { most: MOST, addresses: addresses.length },
              )
            : t('One URL per line.')
        }
        value={text}
        onChange={setText}
      />
      {refused.length > 0 && (
        <Notice kind="bad">
          <p>{t('Not added. Fix these and try again:')}</p>
          <ul>
            {refused.map(([url, reason]) => (
              <li key={url}>
                <code>{url}</code> {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <VisitFields value={visits} onChange={setVisits} />
      <AgentPicker legend={t('Which agents can use it?')} value={agents} onChange={setAgents} />
    </Form>
  )
}

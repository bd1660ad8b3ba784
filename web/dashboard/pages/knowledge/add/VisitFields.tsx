import { SelectField, TextField } from '../../../components/forms/Form.tsx'
import type { Entry } from '../../../components/records/entries.ts'
import { t } from '../../../lib/texts.tsx'

/** How much of a site is read, and how often. */
export type Visits = Pick<Extract<Entry, { kind: 'url' }>, 'crawl' | 'max_pages' | 'refresh_hours'>

const CRAWLS = [
  ['page', t('This page only')],
  ['site', t('The site: this page and the pages it links to')],
  ['sitemap', t('The pages in the site’s sitemap')],
] as const

const REFRESHES = [
  ['', t('Never')],
  ['1', t('Every hour')],
  ['24', t('Every day')],
  ['168', t('Every week')],
  ['720', t('Every month')],
] as const

export function VisitFields({
  value,
  onChange,
}: {
  value: Visits
  onChange: (value: Visits) => void
}) {
  const { crawl, max_pages, refresh_hours } = value
  const hours = refresh_hours === null ? '' : String(refresh_hours)
  const isUsual = REFRESHES.some(([given]) => given === hours)
  return (
    <>
      <SelectField
        label={t('Pages to add')}
        name="crawl"
        value={crawl}
        onChange={(chosen) => onChange({ ...value, crawl: chosen as Visits['crawl'] })}
        options={CRAWLS}
      />
      {crawl !== 'page' && (
        <TextField
          label={t('Maximum pages')}
          name="max_pages"
          type="number"
          min={1}
          max={500}
          required
          hint={t('1 to 500. The nearest pages come first, and robots.txt is followed.')}
          value={Number.isNaN(max_pages) ? '' : String(max_pages)}
          onChange={(text) => onChange({ ...value, max_pages: Number.parseInt(text, 10) })}
        />
      )}
      <SelectField
        label={t('Refresh')}
        name="refresh_hours"
        value={hours}
        onChange={(chosen) => onChange({ ...value, refresh_hours: chosen ? Number(chosen) : null })}
        options={
          isUsual
            ? REFRESHES
            : [...REFRESHES, [hours, t('Every {hours} hours', { hours })] as const]
        }
      />
    </>
  )
}

import { useInfiniteQuery } from '@tanstack/preact-query'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Loading } from '../../components/Loading.tsx'
import { useVirtualRows } from '../../components/lists/virtualRows.ts'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { type Entry, readChunks } from '../../components/records/entries.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { Marked, placeOf, useGoTo } from './passages.tsx'

const ROW_PX = 150
/** The most pages of 50 passages that are read to find a cited passage. */
const MAX_PAGES_READ = 20

/** The passages of an entry, as agents find and cite them. */
export function Chunks({
  entry: { kind, id, indexed_at, chunk_count, status },
  quote,
}: {
  entry: Entry
  /** A text of the passage to scroll to, which is marked; empty: none. */
  quote: string
}) {
  const query = useInfiniteQuery({
    queryKey: ['knowledge', 'chunks', id, indexed_at],
    queryFn: ({ pageParam }) => readChunks(kind, id, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, page_size, total } }) =>
      page * page_size < total ? page + 1 : undefined,
    enabled: chunk_count > 0,
  })
  const chunks = query.data?.pages.flatMap(({ data }) => data) ?? []
  const list = useRef<HTMLOListElement>(null)
  const wanted = quote ? chunks.findIndex(({ text }) => placeOf(text, quote)) : -1
  useEffect(() => {
    const isNear = query.data ? query.data.pages.length < MAX_PAGES_READ : false
    // After an error, the reader must ask for the next page.
    const isIdle = !query.isFetching && !query.isError
    if (quote && wanted < 0 && isNear && query.hasNextPage && isIdle) query.fetchNextPage()
  }, [quote, wanted, query.data, query.isFetching])
  useGoTo(list, wanted, ROW_PX)
  const { items, before, after, measure } = useVirtualRows(chunks.length, list, ROW_PX)
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= chunks.length - 5 && query.hasNextPage && !query.isFetchingNextPage)
      query.fetchNextPage()
  }, [last, chunks.length])
  const isMissing = quote && wanted < 0 && query.data && !query.isFetching && !query.isError
  return (
    <section class="stack" aria-labelledby="what-was-read">
      <div>
        <h2 id="what-was-read">{t('Passages')}</h2>
        <p class="muted">
          {chunk_count > 0
            ? t(
                '{count, plural, one {# passage, as agents find and cite it.} other {# passages, as agents find and cite them.}}',
                { count: chunk_count },
              )
            : status === 'processing'
              ? t('Passages appear here once the entry is processed.')
              : t('No passages. Agents cannot answer from this entry.')}
        </p>
      </div>
      {isMissing && !query.hasNextPage && (
        <Notice>
          {t('The cited passage is no longer in this entry, which has been indexed anew.')}
        </Notice>
      )}
      {isMissing && query.hasNextPage && query.data.pages.length >= MAX_PAGES_READ && (
        <Notice>
          {t('The cited passage is not among the first {count}. Load more to look further.', {
            count: formatNumber(chunks.length),
          })}
        </Notice>
      )}
      {query.isLoading && <Loading />}
      {query.error && <ErrorNotice error={query.error} onRetry={query.refetch} />}
      {chunks.length > 0 && (
        <ol class="knowledge-chunks" ref={list}>
          {before > 0 && <li aria-hidden="true" style={{ height: `${before}px` }} />}
          {items.map(({ index }) => {
            const { position, heading, text, page_url, page_title, page } = chunks[index]!
            return (
              <li
                key={position}
                ref={measure}
                data-index={index}
                class="knowledge-chunk"
                aria-current={index === wanted ? 'true' : undefined}
              >
                <p class="small muted">
                  {position}
                  {page && ` · ${t('p. {page}', { page })}`}
                  {heading && ` · ${heading}`}
                  {page_url && (
                    <>
                      {' · '}
                      <a href={page_url} target="_blank" rel="noreferrer noopener">
                        {page_title ?? page_url}
                      </a>
                    </>
                  )}
                </p>
                <p class="knowledge-text">
                  {index === wanted ? <Marked text={text} quote={quote} /> : text}
                </p>
              </li>
            )
          })}
          {after > 0 && <li aria-hidden="true" style={{ height: `${after}px` }} />}
        </ol>
      )}
      {query.hasNextPage && (
        <div class="row">
          <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </div>
      )}
    </section>
  )
}

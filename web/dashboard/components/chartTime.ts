const hours = new Intl.DateTimeFormat(navigator.language, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
})
const days = new Intl.DateTimeFormat(navigator.language, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})

/** A bucket's beginning, as people say it: an hour in their time zone, a day as it is in UTC. */
export const bucketName = (iso: string, bucket: 'hour' | 'day') =>
  (bucket === 'day' ? days : hours).format(new Date(iso))

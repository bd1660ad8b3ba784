import { Star } from 'lucide-preact'
import { t } from '../../lib/texts.tsx'
import { Moment } from '../threads/when.tsx'
import type { Feedback } from './messages.ts'

/** Ratings with their reviewers and comments. */
export function FeedbackView({ feedback }: { feedback: readonly Feedback[] }) {
  if (feedback.length === 0) return null
  return (
    <ul class="opinions" aria-label={t('Feedback')}>
      {feedback.map(({ id, rating, reviewer, comment, updated_at }) => (
        <li key={id} class={rating <= 2 ? 'opinion negative' : 'opinion'}>
          <div class="row">
            <span class="stars" role="img" aria-label={t('{rating} of 5', { rating })}>
              {[1, 2, 3, 4, 5].map((star) => (
                <Star
                  key={star}
                  size={15}
                  class={star <= rating ? 'full' : ''}
                  aria-hidden="true"
                />
              ))}
            </span>
            <span class="small" dir="auto">
              {reviewer}
            </span>
            <span class="small muted">
              <Moment at={updated_at} />
            </span>
          </div>
          {comment && <p dir="auto">{comment}</p>}
        </li>
      ))}
    </ul>
  )
}

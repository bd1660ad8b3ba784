import { Star } from 'lucide-preact'
import { Time } from '../../components/Time.tsx'
import type { Feedback } from './messages.ts'

/** Ratings with their reviewers and comments. */
export function FeedbackView({ feedback }: { feedback: readonly Feedback[] }) {
  if (feedback.length === 0) return null
  return (
    <ul class="opinions" aria-label="Feedback">
      {feedback.map(({ id, rating, reviewer, comment, updated_at }) => (
        <li key={id} class={rating <= 2 ? 'opinion negative' : 'opinion'}>
          <div class="row">
            <span class="stars" role="img" aria-label={`${rating} of 5`}>
              {[1, 2, 3, 4, 5].map((star) => (
                <Star key={star} size={15} class={star <= rating ? 'full' : ''} aria-hidden="true" />
              ))}
            </span>
            <span class="small" dir="auto">
              {reviewer}
            </span>
            <span class="small muted">
              <Time at={updated_at} />
            </span>
          </div>
          {comment && <p dir="auto">{comment}</p>}
        </li>
      ))}
    </ul>
  )
}

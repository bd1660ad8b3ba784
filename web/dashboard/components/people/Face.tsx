import { useState } from 'preact/hooks'
import { initialsOf } from '../../../widget/people/face.ts'

interface FaceProps {
  name: string
  /** Path of the photo; null: none. */
  photo: string | null | undefined
  size?: 'small' | 'large'
}

/**
 * A person's photo, or their initials. The name stands beside it, so screen readers leave it out.
 */
export function Face({ name, photo, size }: FaceProps) {
  const [broken, setBroken] = useState<string>()
  return (
    <span class={`face ${size ?? ''}`} aria-hidden="true">
      {photo && photo !== broken ? (
        <img src={photo} alt="" onError={() => setBroken(photo)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

import { expect } from 'chai'
import { inTurns } from '../../../workers/models/turns.ts'
import type { PromptImage } from '../../../workers/prompt/attachments.ts'
import type { PromptMessage } from '../../../workers/prompt/prompt.ts'

const image = (name: string): PromptImage => ({ name, type: 'image/png', data: 'AAAA' })
const system: PromptMessage = { role: 'system', content: 'Be kind.' }
const user = (content: string, ...images: PromptImage[]): PromptMessage => ({
  role: 'user',
  content,
  ...(images.length && { images }),
})
const assistant = (content: string): PromptMessage => ({ role: 'assistant', content })

describe('the turns of a prompt', () => {
  it('stay as they are where they alternate', () => {
    const messages = [system, user('Hi'), assistant('Hello.'), user('When?')]
    expect(inTurns(messages, true)).to.deep.equal(messages)
  })

  it('of one role in a row become one, whose images stay in their order', () => {
    const messages = [
      system,
      user('Hi', image('a.png')),
      user(''),
      user('When?', image('b.png'), image('c.png')),
      assistant('At nine.'),
      assistant('[Anna, wrote:]\nAt ten.'),
      user('Thanks'),
    ]
    expect(inTurns(messages, true)).to.deep.equal([
      system,
      user('Hi\n\nWhen?', image('a.png'), image('b.png'), image('c.png')),
      assistant('At nine.\n\n[Anna, wrote:]\nAt ten.'),
      user('Thanks'),
    ])
  })

  it('are stable where the last message in a row is', () => {
    const end = { ...assistant('[Anna, wrote:]\nAt ten.'), isStable: true }
    const messages = [
      { ...system, isStable: true },
      user('Hi'),
      assistant('At nine.'),
      end,
      user('Thanks'),
    ]
    const stable = (takesSystem: boolean) =>
      inTurns(messages, takesSystem).map(({ isStable = false }) => isStable)
    expect(stable(true)).to.deep.equal([true, false, true, false])
    expect(stable(false)).to.deep.equal([false, true, false])
  })

  it("begin with the system's text in the first user's message where the model takes no such role", () => {
    const messages = [system, user('Hi', image('a.png')), assistant('Hello.'), user('When?')]
    expect(inTurns(messages, false)).to.deep.equal([
      user('Be kind.\n\nHi', image('a.png')),
      assistant('Hello.'),
      user('When?'),
    ])
  })
})

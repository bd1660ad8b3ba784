import { expect } from 'chai'
import { makeCallModel } from '../../../workers/models/model.ts'
import {
  answering,
  COMPLETION,
  refusing,
  type StandIn,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

const PNG = Buffer.from('a picture').toString('base64')
const GIF = Buffer.from('a moving picture').toString('base64')

/**
 * Finds the image in each protocol, in the parts of the last message, as its documentation says.
 */
const IMAGE_IN: Record<string, (parts: any[], message: any) => unknown> = {
  completions: (parts) => parts.find(({ type }) => type === 'image_url')?.image_url.url,
  responses: (parts) => parts.find(({ type }) => type === 'input_image')?.image_url,
  anthropic: (parts) => parts.find(({ type }) => type === 'image')?.source,
  gemini: (parts) => parts.find(({ inlineData }) => inlineData)?.inlineData,
  bedrock: (parts) => parts.find(({ image }) => image)?.image,
  ollama: (_, { images }) => images?.[0],
}
const PNG_IN: Record<string, unknown> = {
  completions: `data:image/png;base64,${PNG}`,
  responses: `data:image/png;base64,${PNG}`,
  anthropic: { type: 'base64', media_type: 'image/png', data: PNG },
  gemini: { mimeType: 'image/png', data: PNG },
  bedrock: { format: 'png', source: { bytes: PNG } },
  ollama: PNG,
}
const familyOf = (name: string) =>
  name.includes('responses') ? 'responses' : name in PNG_IN ? name : 'completions'
/** Providers whose models accept no images at all, and those that accept no GIFs. */
const NO_IMAGES = ['deepseek']
const NO_GIFS = ['gemini', 'xai', 'ollama', ...NO_IMAGES]

describe('images in a prompt of each provider', function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  const call = (
    stand: (typeof STANDS)[string],
    image = { name: 'a.png', type: 'image/png', data: PNG },
  ) =>
    makeCallModel({ MODEL_TIMEOUT_SECONDS: 30, ...stand.settings(server.url) })({
      model: stand.model,
      temperature: null,
      max_output_tokens: 50,
      signal: new AbortController().signal,
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'What is this?', images: [image as any] },
      ],
    })
  const lastOf = ({ messages, input, contents }: any) => (messages ?? input ?? contents).at(-1)
  const partsOf = (message: any) => [message.content ?? message.parts].flat()
  const TOLD_UNSEEN =
    /What is this\?\\n\(The user attached an image, \\"a\.(png|gif)\\", which you cannot see/

  for (const [name, stand] of Object.entries(STANDS)) {
    const family = familyOf(name)
    it(`have its protocol's form, or are named as left out if its models accept none (${name})`, async () => {
      server.serve = answering(stand, COMPLETION)
      expect((await call(stand)).text).to.equal(COMPLETION.pieces.join(''))
      const message = lastOf(server.requests[0]!.body)
      if (NO_IMAGES.includes(name)) return expect(JSON.stringify(message)).to.match(TOLD_UNSEEN)
      expect(IMAGE_IN[family]!(partsOf(message), message)).to.deep.equal(PNG_IN[family])
      // Ollama's client sends text and image one after the other.
      expect(JSON.stringify(server.requests[0]!.body)).to.contain('What is this?')
    })

    it(`are sent only in types that it accepts (${name})`, async () => {
      server.serve = answering(stand, COMPLETION)
      await call(stand, { name: 'a.gif', type: 'image/gif', data: GIF })
      const sent = JSON.stringify(lastOf(server.requests[0]!.body))
      if (NO_GIFS.includes(name)) expect(sent).to.match(TOLD_UNSEEN)
      else expect(sent).to.contain(GIF)
    })

    if (!NO_IMAGES.includes(name))
      it(`are left out and named if the model refuses them (${name})`, async () => {
        server.serve = (response, request) => {
          const hasImage = JSON.stringify(request.body).includes(PNG)
          const refusal = {
            status: 400,
            body: { error: { message: 'This model does not support image input.' } },
          }
          return (hasImage ? refusing(refusal) : answering(stand, COMPLETION))(response, request)
        }
        expect((await call(stand)).text).to.equal(COMPLETION.pieces.join(''))
        expect(server.requests).to.have.length(2)
        expect(JSON.stringify(lastOf(server.requests[1]!.body))).to.match(TOLD_UNSEEN)
      })
  }
})

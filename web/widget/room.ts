import { makeRequests } from './api/requests.ts'
import { makeChat } from './chat.ts'
import { makeTransfer } from './files/transfer.ts'
import type { Kit, Room } from './kit.ts'
import { hasTexts, loadedTexts, loadTexts } from './languages.ts'
import { withOwn } from './locales.ts'
import type { Entry } from './messages/entries.ts'
import { makeView, type View } from './view.ts'

/** Milliseconds between checks whether the token ends soon. */
const RENEW_MS = 60_000

/** The chat, which the launcher loads when a visitor opens it. */
export async function makeRoom(kit: Kit): Promise<Room> {
  await loadTexts(kit.locale())
  let view: View | undefined
  const screen = {
    entry: (entry: Entry) => view?.entry(entry),
    all: () => view?.redraw(),
    status: () => view?.status(),
    anew: () => view?.anew(),
  }
  const transfer = makeTransfer(kit.server, kit.keeper, kit.embed.src)
  const chat = makeChat({ ...kit, server: makeRequests(kit.server), transfer }, screen)
  const texts = () => withOwn(loadedTexts(kit.locale()), kit.configuration())
  const offersPeople = () => kit.embed.people || Boolean(kit.configuration().offers_people)
  const offersFiles = () => {
    const { assistantId } = kit.embed
    const { agent_id, allow_attachments } = kit.configuration()
    // The page may name another agent than the configuration.
    return Boolean(allow_attachments && (!assistantId || assistantId === agent_id))
  }
  view = makeView({ ...kit, chat, texts, offersPeople, offersFiles })
  const { open, close, status, redraw, forget } = view
  // Without a session, the visitor's token need not be kept. The next question gets a new token.
  const renew = () => kit.keeper.memory.session && kit.server.enter().catch(() => {})
  const renewal = setInterval(renew, RENEW_MS)
  const again = () => {
    redraw()
    kit.frame.redraw()
  }
  return {
    texts,
    open,
    close,
    status,
    redraw() {
      redraw()
      // The language may have changed. Until its file is loaded, English is shown.
      if (!hasTexts(kit.locale())) loadTexts(kit.locale()).then(again, () => {})
    },
    send: (content) => chat.send(content),
    resume: () => chat.resume(),
    reload: () => chat.reload(),
    onIdentified: () => chat.onIdentified(),
    onShared: () => chat.onShared(),
    onOnline() {
      const last = chat.entries[chat.entries.length - 1]
      if (last?.code === 'offline' && last.state === 'failed') chat.retry(last)
    },
    forget() {
      chat.forget()
      forget()
    },
    stop() {
      clearInterval(renewal)
      chat.stop()
      view.destroy()
    },
  }
}

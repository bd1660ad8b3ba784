import { useState } from 'preact/hooks'
import { Dialog } from '../components/Dialog.tsx'
import { hideOverlay } from '../components/overlay.ts'
import { useUser } from '../components/session.tsx'
import {
  areOn,
  GENERAL,
  IN_INBOX,
  IN_PLACES,
  SECTION_KEYS,
  type Shortcut,
  switchShortcuts,
} from '../components/shortcuts.ts'
import type { Role } from '../lib/roles.ts'
import { t } from '../lib/texts.tsx'
import { sectionsFor } from '../sections.ts'

const groupsFor = (role: Role): readonly (readonly [string, readonly Shortcut[]])[] => [
  [t('Everywhere'), GENERAL],
  [t('In lists and dialogs'), IN_PLACES],
  [t('In the inbox'), IN_INBOX],
  [
    t('Go to'),
    sectionsFor(role)
      .flatMap(({ sections }) => sections)
      .flatMap(({ path, name }) => {
        const key = SECTION_KEYS[path]
        return key ? [{ keys: ['g', key], what: name }] : []
      }),
  ],
]

/** Lists the shortcuts, and switches shortcuts of single characters on and off. */
export function ShortcutList() {
  const { role } = useUser()
  const [isOn, setOn] = useState(areOn)
  const change = (on: boolean) => {
    switchShortcuts(on)
    setOn(on)
  }
  return (
    <Dialog title={t('Keyboard shortcuts')} wide onClose={() => hideOverlay('shortcuts')}>
      <div class="stack">
        <label class="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget }) => change(currentTarget.checked)}
          />
          <span>
            {t('Shortcuts of single keys')}
            <span class="small muted block">
              {t(
                'Off, only the shortcut of the search works. Your choice is kept in this browser.',
              )}
            </span>
          </span>
        </label>
        <div class="shortcut-groups">
          {groupsFor(role).map(([name, shortcuts]) => (
            <section key={name}>
              <h3>{name}</h3>
              <dl>
                {shortcuts.map(({ keys, what }) => (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

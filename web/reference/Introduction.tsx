import type { Reference } from './reference.ts'
import { Text } from './Text.tsx'

/** The rules for all operations, and the areas with their purposes. */
export const Introduction = ({
  reference: { version, about, chapters, groups },
}: {
  reference: Reference
}) => (
  <div id="introduction" class="introduction">
    <p class="muted">Version {version}</p>
    <h1 tabIndex={-1}>Parley: API reference</h1>
    <Text text={about} />
    {chapters.map(({ id, title, text }) => (
      <section key={id} id={id}>
        <h2 tabIndex={-1}>{title}</h2>
        <Text text={text} />
      </section>
    ))}
    {groups.map(({ name, description, areas }) => (
      <section key={name}>
        <h2>{name}</h2>
        <Text text={description} />
        <dl class="areas">
          {areas.map((area) => (
            <div key={area.id}>
              <dt>
                <a href={`#${area.id}`}>{area.title}</a>
              </dt>
              <dd>
                <Text text={area.description} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
)

import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../src/shared/ui/Button.tsx'
import { Link } from '../src/shared/ui/Link.tsx'
import styles from './Gallery.module.css'
import { CardRowStates } from './parts/CardRowStates.tsx'
import { ColourStates } from './parts/ColourStates.tsx'
import { CountersStates } from './parts/CountersStates.tsx'
import { DataTableStates } from './parts/DataTableStates.tsx'
import { FactsStates } from './parts/FactsStates.tsx'
import { FileDropStates } from './parts/FileDropStates.tsx'
import { ItemResultStates } from './parts/ItemResultStates.tsx'
import { SearchStates } from './parts/SearchStates.tsx'
import { SectionStates } from './parts/SectionStates.tsx'
import { SidebarStates } from './parts/SidebarStates.tsx'

const parts: Readonly<Record<string, ComponentType>> = {
  'Card row': CardRowStates,
  'Color field': ColourStates,
  Counters: CountersStates,
  'Data table': DataTableStates,
  Facts: FactsStates,
  'File drop': FileDropStates,
  'Item result': ItemResultStates,
  'Search box': SearchStates,
  Section: SectionStates,
  Sidebar: SidebarStates,
}

const themes = ['Light', 'Dark'] as const

/** The component gallery. `?part=` shows a single component. */
export function Gallery() {
  const [search] = useSearchParams()
  const requested = search.get('part')
  const shown = Object.entries(parts).filter(([name]) => requested === null || name === requested)

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Component gallery</h1>
        <ThemeChoice />
      </header>
      <nav aria-label="Parts">
        <ul className={styles.links}>
          {Object.keys(parts).map((name) => (
            <li key={name}>
              <Link className={styles.link} to={`?part=${encodeURIComponent(name)}`} aria-current={name === requested ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main className={styles.parts}>
        {shown.map(([name, States]) => (
          <section key={name} className={styles.part} aria-label={name}>
            <h2>{name}</h2>
            <States />
          </section>
        ))}
      </main>
    </div>
  )
}

/** Buttons that set the theme. At first, the system's theme is used. */
function ThemeChoice() {
  const [chosen, setChosen] = useState<(typeof themes)[number]>()
  return (
    <div className={styles.themes}>
      {themes.map((theme) => (
        <Button
          key={theme}
          tone={theme === chosen ? 'primary' : 'quiet'}
          size="small"
          aria-pressed={theme === chosen}
          onClick={() => {
            document.documentElement.dataset.theme = theme.toLowerCase()
            setChosen(theme)
          }}
        >
          {theme}
        </Button>
      ))}
    </div>
  )
}

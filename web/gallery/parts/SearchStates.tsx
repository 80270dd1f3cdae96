import { Button } from '../../src/shared/ui/Button.tsx'
import SearchBox from '../../src/shared/ui/SearchBox.tsx'
import { EmptyState } from '../../src/shared/ui/states.tsx'
import { useSearch } from '../../src/shared/ui/use-search.ts'
import { State } from '../State.tsx'

const shops = ['Ann’s Bakery', 'Étoile du Sud', 'Harbor & Pine Coffee', 'Zwölf Brötchen', 'مقهى الميناء والصنوبر'].map((name) => ({ name }))
const nameOf = ({ name }: (typeof shops)[number]) => name

function ShopSearch({ label, term, inLine = false }: { label: string; term: string; inLine?: boolean }) {
  const search = useSearch(shops, nameOf, { initial: term })
  return (
    <>
      <SearchBox inLine={inLine} label={label} placeholder="Search shops..." search={search} />
      {search.found.length > 0 ? (
        <ul>
          {search.found.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : (
        <EmptyState action={<Button onClick={search.clear}>Clear Search</Button>}>No Search Results</EmptyState>
      )}
    </>
  )
}

export const SearchStates = () => (
  <>
    <State name="No search term">
      <ShopSearch label="Search shops" term="" />
    </State>
    <State name="Match without accents">
      <ShopSearch label="Search some shops" term="brotchen" />
    </State>
    <State name="In a toolbar">
      <ShopSearch inLine label="Search shops in line" term="pine" />
    </State>
    <State name="No results">
      <ShopSearch label="Search other shops" term={'a long term of many words that is '.repeat(3)} />
    </State>
  </>
)

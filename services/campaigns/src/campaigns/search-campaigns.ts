import { FOUND_MAX } from '@app/contracts/http/board-search.ts'
import type { FoundCampaign } from '@app/contracts/http/campaign-search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { CampaignsDeps } from '../deps.ts'

/** SQL expression of the words of a text, in lower case and without accents. The index `campaign_name_words` must have the same expression. */
const wordsOf = (text: RawBuilder<unknown>) =>
  sql`to_tsvector('simple', regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`

/**
 * Returns the campaigns that the command palette shows for a search text, newest first. Postgres splits the names and the text into words
 * in the same way, so the text may contain any characters. Quotes are the only characters that can be part of a word and also have a
 * meaning in a query. So the query contains each quote twice. If the text contains no word, the result is empty.
 */
export async function searchCampaigns({ db }: CampaignsDeps, search: string): Promise<{ campaigns: FoundCampaign[] }> {
  const { rows } = await sql<FoundCampaign>`
    select campaign.id as "_id", campaign.name, company.name as "companyName"
    from campaign join company on company.id = campaign.company_id
    where ${wordsOf(sql`campaign.name`)} @@ (
      select to_tsquery('simple', string_agg('''' || replace(lexeme, '''', '''''') || ''':*', ' & '))
      from unnest(${wordsOf(sql`${search}::text`)})
    )
    order by campaign.id desc limit ${FOUND_MAX}`.execute(db)
  return { campaigns: rows }
}

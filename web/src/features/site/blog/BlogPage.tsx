import { PageTop } from '../parts/PageTop.tsx'
import { Section } from '../parts/Section.tsx'
import { articles } from './articles.ts'
import { BlogCard, BlogCards } from './BlogCard.tsx'

export default function BlogPage() {
  return (
    <>
      <PageTop heading="Notes for small shops" intro="Four guides with worked examples. Each takes about five minutes to read." />
      <Section>
        <BlogCards>
          {articles.map((article) => (
            <BlogCard key={article.path} article={article} heading="h2" />
          ))}
        </BlogCards>
      </Section>
    </>
  )
}

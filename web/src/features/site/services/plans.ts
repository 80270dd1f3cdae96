export interface Plan {
  name: string
  /** Price in US dollars per month. 0 means free. */
  price: number
  forWhom: string
  /** The items that the plan adds to the previous plan. */
  items: readonly string[]
  action: { label: string; to: string; note?: string }
  featured?: true
}

/** The plans, cheapest first. Each plan includes all items of the plans before it. */
export const plans: readonly Plan[] = [
  {
    name: 'First proof',
    price: 0,
    forWhom: 'For trying out how we work together.',
    items: [
      'Up to 3 posts per week per platform',
      'Company profile with your logo, colors and font',
      'Approve each picture or send it back',
      'A portal with your tasks, versions and comments',
    ],
    action: { label: 'Sign up free', to: '/login', note: 'No card needed to sign up.' },
  },
  {
    name: 'Short run',
    price: 99,
    forWhom: 'For shops that are about to hire.',
    items: [
      'A job description written with you',
      'Your job posted on the hiring platform',
      'Applications sorted for you',
      'A consultation call each month',
    ],
    action: { label: 'Ask about Short run', to: '/contact' },
    featured: true,
  },
  {
    name: 'Full run',
    price: 199,
    forWhom: 'For shops that want a steady partner.',
    items: [
      'A shortlist of candidates',
      'Interviews arranged for you',
      'A consultation call every two weeks',
      'A written plan each quarter, with costs and dates',
    ],
    action: { label: 'Ask about Full run', to: '/contact' },
  },
]

export const priceLabel = ({ price }: Plan): string => (price === 0 ? 'Free' : `$${price}`)

/** The company that runs the product. For another brand, also change `brand-office.ts`, `brand-mail.ts`, logo and design tokens. */
export const brand = {
  name: 'Palmetto Works',
  city: 'Columbia',
  state: 'South Carolina',
  email: 'support@palmettoworks.example',
} as const

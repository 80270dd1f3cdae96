/** How the public site's visitors reach the company. A file of its own, so that the portal does not load it. */
export const office = {
  address: '1201 Main Street, Columbia, SC 29201',
  /** The same address in parts, for search engines. */
  postalAddress: { street: '1201 Main Street', city: 'Columbia', region: 'SC', code: '29201', country: 'US' },
  /** The place of the office on a map. */
  place: { latitude: 34.0014, longitude: -81.0341 },
  phone: '(803) 555-0142',
  phoneHref: 'tel:+18035550142',
  hours: [
    { days: 'Monday to Friday', time: '9:00 AM-6:00 PM' },
    { days: 'Saturday', time: '9:00 AM-4:00 PM' },
    { days: 'Sunday', time: 'closed' },
  ],
  /** The same hours in the format that search engines read. */
  openingHours: ['Mo-Fr 09:00-18:00', 'Sa 09:00-16:00'],
  social: {
    x: 'https://x.com/palmettoworks',
    instagram: 'https://www.instagram.com/palmettoworks',
    facebook: 'https://www.facebook.com/palmettoworks',
  },
} as const

/**
 * A post of a small business. Texts in braces are filled in (`compose.ts`): `{date}` has a weekday, `{day}` and `{deadline}` have none,
 * `{range}` is a weekend, `{times}` are a beginning and an end.
 */
export interface Post {
  headline: string
  sub?: string
  details: string[]
  caption: string
  offer?: string
  action: string
}

export interface Business {
  name: string
  /** How the business calls itself for short. */
  short: string
  site: string
  street: string
  city: string
  state: string
  zip: string
  /** The area code of its phone number. */
  area: string
  /** Dark, light and accent color. */
  colors: [dark: string, light: string, accent: string]
  posts: Post[]
}

export const businesses: readonly Business[] = [
  {
    name: 'Juniper & Rye Bakehouse',
    short: 'Juniper & Rye',
    site: 'juniperandrye.example',
    street: '418 Pinckney Street',
    city: 'Beaufort',
    state: 'SC',
    zip: '29902',
    area: '843',
    colors: ['#3b2a20', '#f6ead9', '#c8673a'],
    posts: [
      {
        headline: 'Sourdough School',
        sub: 'Mix, fold, bake and take home your own starter',
        details: ['{date}', '{times}', '{price} per person'],
        caption:
          'Our Sourdough School is back on {date}, {times}. Leo walks you through levain, shaping and scoring, and you leave with a jar of ' +
          'starter named Doughlores. {price} per person, aprons included. Save your spot: {phone}\n\n#sourdough #shoplocal #beaufortsc',
        offer: 'Sourdough class for {price} per person',
        action: 'Call {phone} to save a spot',
      },
      {
        headline: 'Pie Preorders Are Open',
        details: ['Bourbon pecan {price}', 'Sweet potato {price2}', 'Order by {deadline}'],
        caption:
          'It’s that time, y’all. Bourbon pecan ({price}) and sweet potato ({price2}) pies are on the preorder list until {deadline}. Pick up at ' +
          '{street}. We sell out every single year, so don’t sleep on it!',
        offer: 'Whole pies: bourbon pecan {price}, sweet potato {price2}',
        action: 'Preorder by {deadline}',
      },
      {
        headline: 'Croissant Friday',
        sub: 'Twice-baked almond, ham & gruyère, za’atar twist',
        details: ['Doors at {start}', '{street}', '{handle}'],
        caption:
          'Laminated with Plugrá butter and way too much patience. Croissant Friday starts at {start} and ends whenever the trays are empty. ' +
          'Tag a friend who owes you breakfast. {handle}',
        action: 'Come by on Friday morning',
      },
    ],
  },
  {
    name: 'Coastal Current Electric',
    short: 'Coastal Current',
    site: 'coastalcurrent.example',
    street: '77 Industrial Park Drive',
    city: 'Wilmington',
    state: 'NC',
    zip: '28403',
    area: '910',
    colors: ['#10324a', '#eef5f9', '#f2b233'],
    posts: [
      {
        headline: 'Is Your Panel Ready For An EV?',
        sub: 'Free load check with every charger quote',
        details: ['Level 2 chargers from {price}', 'Call {phone}'],
        caption:
          'Thinking about a Rivian, a Bolt or a Tesla? Most homes built before 1990 need a panel upgrade first. We check your load for free with ' +
          'every quote, and a Level 2 charger starts at {price} installed. Licensed, insured and on time. {phone}',
        offer: 'Level 2 chargers from {price}, free load check',
        action: 'Call {phone}',
      },
      {
        headline: 'Storm Season Checklist',
        details: ['Test your generator', 'Label your breakers', 'Replace old surge protectors', '{site}'],
        caption:
          'Three things to do before the first named storm: test the generator under load, label every breaker, and replace surge protectors ' +
          'older than five years. Need a hand? Book online at {site} or text us at {phone}.',
        action: 'Book at {site}',
      },
    ],
  },
  {
    name: 'Marigold Pediatric Dentistry',
    short: 'Marigold Dentistry',
    site: 'marigoldsmiles.example',
    street: '2250 Ashley Crossing Drive',
    city: 'Charleston',
    state: 'SC',
    zip: '29414',
    area: '843',
    colors: ['#2b4a6f', '#fff8e6', '#f29f05'],
    posts: [
      {
        headline: 'Candy Buyback',
        sub: 'Trade your treats for tokens and toys',
        details: ['{date}', '{times}', '$1 per pound, up to 5 pounds'],
        caption:
          'Ghosts and goblins, bring us your loot! On {date} from {times}, we buy back candy for $1 per pound (up to 5 pounds per kid). Everything ' +
          'goes to troops overseas. Costumes encouraged, cavities not.',
        offer: '$1 per pound of candy',
        action: 'Bring your candy to our office',
      },
      {
        headline: 'New Patient Special',
        details: ['Exam, cleaning & X-rays', '{price}', '{phone}'],
        caption:
          'New to the Lowcountry? First visits for kids under 12 are {price}, including exam, cleaning and X-rays. Dr. Amara and Dr. Kwon are ' +
          'accepting Medicaid, Delta Dental and MetLife. Schedule at {site}',
        offer: 'First visit for {price}',
        action: 'Schedule at {site}',
      },
    ],
  },
  {
    name: 'Rusty Anchor Oyster House',
    short: 'Rusty Anchor',
    site: 'rustyanchoroysters.example',
    street: '9 Shrimp Boat Lane',
    city: 'Mount Pleasant',
    state: 'SC',
    zip: '29464',
    area: '843',
    colors: ['#12303b', '#f3efe4', '#d9483b'],
    posts: [
      {
        headline: 'Oyster Roast',
        sub: 'All you can eat, live bluegrass, cold beer',
        details: ['{date}', '{times}', '{price} adults | {price2} kids'],
        caption:
          'Grab your gloves and shuckers! Our winter oyster roast is {date}, {times}. {price} for adults, {price2} for kids, and the Palmetto ' +
          'Pickers play all afternoon. Tickets at the bar or {site}. Rain or shine.',
        offer: 'All-you-can-eat oysters: {price} adults, {price2} kids',
        action: 'Get tickets at {site}',
      },
      {
        headline: 'Happy Hour On The Dock',
        details: ['Mon–Thu {times}', '$1.50 oysters', '{price} rosé & spritzes'],
        caption:
          'Sunset, salt air and $1.50 oysters. Happy hour runs Monday through Thursday, {times}, with {price} rosé and Aperol spritzes. First come, ' +
          'first served on the dock. Dogs welcome, seagulls tolerated.',
        offer: '{price} rosé and spritzes, $1.50 oysters',
        action: 'See you on the dock',
      },
      {
        headline: 'We’re Hiring',
        sub: 'Line cooks, servers, shuckers',
        details: ['{price}/hr + tips', 'Apply: {email}'],
        caption:
          'Come work where the view is. We’re hiring line cooks, servers and shuckers for spring. {price}/hr to start plus tips, family meal every ' +
          'shift, and Mondays off. Send a few lines about yourself to {email}.',
        action: 'Apply at {email}',
      },
    ],
  },
  {
    name: 'Bluebird Books & Curios',
    short: 'Bluebird Books',
    site: 'bluebirdbooks.example',
    street: '31 Haywood Road',
    city: 'Asheville',
    state: 'NC',
    zip: '28806',
    area: '828',
    colors: ['#27405e', '#f4f1ea', '#b5482f'],
    posts: [
      {
        headline: 'Author Night',
        sub: 'Maya Thibodeaux reads from “The Salt Orchard”',
        details: ['{date}', '{start}', 'Free with RSVP'],
        caption:
          'Join us {date} at {start} as Maya Thibodeaux reads from The Salt Orchard, the debut novel our staff won’t stop talking about. Free ' +
          'with RSVP at {site}. Wine from Plēb, cookies from Eleanor. Signed first editions while they last.',
        action: 'RSVP at {site}',
      },
      {
        headline: 'Used Book Sale',
        details: ['{percent} off all paperbacks', '{range}', '{street}'],
        caption:
          'We bought three estates’ worth of books and we’re out of shelves. {percent} off all paperbacks, {range}. Bring a tote and strong arms. ' +
          'Sci-fi, westerns, cookbooks and a suspicious number of Agatha Christies.',
        offer: '{percent} off all paperbacks',
        action: 'Bring a tote',
      },
    ],
  },
  {
    name: 'Tallgrass Yoga Collective',
    short: 'Tallgrass Yoga',
    site: 'tallgrassyoga.example',
    street: '1540 Massachusetts Avenue',
    city: 'Lawrence',
    state: 'KS',
    zip: '66044',
    area: '785',
    colors: ['#2f4034', '#eef1e6', '#d98f4e'],
    posts: [
      {
        headline: 'Slow Flow & Sound Bath',
        sub: 'Crystal bowls, bolsters, candlelight',
        details: ['{date}', '{times}', '{price} drop-in'],
        caption:
          'Unclench your jaw. Priya and Devon lead ninety minutes of slow vinyasa followed by a sound bath on {date}, {times}. {price} drop-in, free ' +
          'for members. Mats and bolsters provided. Link in bio to reserve. #yogaeverydamnday #lfk',
        offer: '{price} drop-in',
        action: 'Reserve a mat',
      },
      {
        headline: '30 Days For {price}',
        sub: 'Unlimited classes for new students',
        details: ['Vinyasa, yin, restorative, barre', '{site}'],
        caption:
          'New here? Thirty days of unlimited classes for {price}. Try yin on Sundays, barre at lunch or our 6 am vinyasa if you’re that kind of ' +
          'person. Childcare on weekday mornings. Sign up at {site}',
        offer: '30 days for {price}',
        action: 'Sign up at {site}',
      },
    ],
  },
  {
    name: 'Hawthorn Hardware & Feed',
    short: 'Hawthorn Hardware',
    site: 'hawthornhardware.example',
    street: '606 Depot Street',
    city: 'Greeneville',
    state: 'TN',
    zip: '37743',
    area: '423',
    colors: ['#3d2b1f', '#f2ede3', '#a8322a'],
    posts: [
      {
        headline: 'Chick Days',
        sub: 'Rhode Island Reds, Orpingtons, Easter Eggers',
        details: ['{date}', 'Doors open {start}', '{price} each, minimum six'],
        caption:
          'Peep peep! Chicks arrive {date}; doors open at {start}. Reds, Buff Orpingtons and Easter Eggers are {price} each (minimum six). Heat ' +
          'lamps, waterers and starter feed are on aisle 9. Ask Hank anything.',
        offer: 'Chicks {price} each',
        action: 'Ask Hank on aisle 9',
      },
      {
        headline: 'Mower Tune-Up',
        details: ['Blade, oil, plug & filter', '{price}', 'Drop off by {deadline}'],
        caption:
          'Beat the rush: mower tune-ups are {price} if you drop off by {deadline}. That’s blade sharpening, fresh oil, spark plug and air filter. ' +
          'Zero-turns and Gravelys welcome. {phone}',
        offer: 'Mower tune-up for {price}',
        action: 'Drop off by {deadline}',
      },
    ],
  },
  {
    name: 'Saffron Street Kitchen',
    short: 'Saffron Street',
    site: 'saffronstreet.example',
    street: '885 Peachtree Battle Avenue',
    city: 'Atlanta',
    state: 'GA',
    zip: '30327',
    area: '404',
    colors: ['#5a1f2b', '#fbf1dd', '#e0a12b'],
    posts: [
      {
        headline: 'Diwali Dinner',
        sub: 'Seven courses of street food and sweets',
        details: ['{date}', 'Seating at {start}', '{price} per guest'],
        caption:
          'Light the diyas! Chef Anjali’s seven-course Diwali dinner is {date} with one seating at {start}. Think pani puri, paneer tikka, jalebi ' +
          'straight from the oil. {price} per guest, vegan menu on request. Reserve: {site}',
        offer: 'Seven courses for {price}',
        action: 'Reserve at {site}',
      },
      {
        headline: 'Lunch Thali',
        details: ['Two curries, dal, raita, naan', '{price}', 'Weekdays {times}'],
        caption:
          'The best deal on Peachtree Battle: our lunch thali comes with two curries, dal, raita, rice and hot naan for {price}. Weekdays, {times}. ' +
          'Order ahead at {phone} and skip the line.',
        offer: 'Thali for {price}',
        action: 'Order at {phone}',
      },
    ],
  },
  {
    name: 'Pedal & Pine Bicycle Works',
    short: 'Pedal & Pine',
    site: 'pedalandpine.example',
    street: '212 Galveston Avenue',
    city: 'Bend',
    state: 'OR',
    zip: '97703',
    area: '541',
    colors: ['#1f3b34', '#f0f4ef', '#e4572e'],
    posts: [
      {
        headline: 'Spring Tune-Up',
        sub: 'True wheels, fresh cables, happy brakes',
        details: ['{price} standard tune', '{percent} off e-bike service', '{phone}'],
        caption:
          'Your bike has been in the garage since October. Bring it in: standard tunes are {price}, and e-bike service is {percent} off through the ' +
          'end of the month. Three-day turnaround, loaner bikes available. {phone}',
        offer: 'Tune-up {price}, {percent} off e-bike service',
        action: 'Call {phone}',
      },
      {
        headline: 'Ladies’ Gravel Ride',
        details: ['{date}', 'Roll out at {start}', '22 miles, no-drop'],
        caption:
          'No-drop, all paces, zero pressure. Our ladies’ gravel ride rolls out {date} at {start} from the shop. 22 miles on the Deschutes side, ' +
          'kolaches and kombucha after. Helmets required. RSVP: {email}',
        action: 'RSVP to {email}',
      },
    ],
  },
  {
    name: 'Wren & Willow Florals',
    short: 'Wren & Willow',
    site: 'wrenandwillow.example',
    street: '14 Chapel Hill Road',
    city: 'Durham',
    state: 'NC',
    zip: '27707',
    area: '919',
    colors: ['#43533f', '#fbf3ef', '#c97b84'],
    posts: [
      {
        headline: 'Wreath Workshop',
        sub: 'Cedar, magnolia, dried oranges, velvet ribbon',
        details: ['{date}', '{times}', '{price} includes everything'],
        caption:
          'Bring a friend, leave with a wreath. Our workshop on {date}, {times}, covers wiring, layering and the perfect bow. {price} includes ' +
          'greenery, ribbon and mulled cider. Twelve seats only. Sign up: {site}',
        offer: 'Workshop for {price}',
        action: 'Sign up at {site}',
      },
      {
        headline: 'Mother’s Day Bouquets',
        details: ['Peonies, ranunculus, sweet peas', 'From {price}', 'Order by {deadline}'],
        caption:
          'She kept you alive. Garden-style bouquets with peonies, ranunculus and sweet peas start at {price}. Order by {deadline} for delivery in ' +
          'Durham, Chapel Hill and Hillsborough. {phone}',
        offer: 'Bouquets from {price}',
        action: 'Order by {deadline}',
      },
    ],
  },
  {
    name: 'Ironwood Barber Co.',
    short: 'Ironwood',
    site: 'ironwoodbarber.example',
    street: '3301 Fairmount Boulevard',
    city: 'Cleveland Heights',
    state: 'OH',
    zip: '44118',
    area: '216',
    colors: ['#1d1d1f', '#f1ede4', '#b58b3b'],
    posts: [
      {
        headline: 'Father & Son Cuts',
        details: ['{price} for two', 'Tuesdays & Wednesdays', '{phone}'],
        caption:
          'Same chair, two generations. Father & son cuts are {price} for two, every Tuesday and Wednesday. Fades, tapers, beard trims and the first ' +
          'haircut certificate for the little man. Book: {phone}',
        offer: 'Two cuts for {price}',
        action: 'Book at {phone}',
      },
      {
        headline: 'Grand Reopening',
        sub: 'New chairs. New paint. Same terrible jokes.',
        details: ['{date}', '{times}', 'Free hot towel shave for the first 20'],
        caption:
          'The dust has settled! Come see the new shop at {street} on {date}, {times}. The first 20 through the door get a hot towel shave on us. ' +
          'DJ Marlowe on the decks, tacos from Avo.',
        offer: 'Free hot towel shave for the first 20',
        action: 'Come by {street}',
      },
    ],
  },
  {
    name: 'Sweetgrass Veterinary Clinic',
    short: 'Sweetgrass Vet',
    site: 'sweetgrassvet.example',
    street: '1102 Folly Road',
    city: 'Charleston',
    state: 'SC',
    zip: '29412',
    area: '843',
    colors: ['#244b46', '#f3f8f4', '#ea8c55'],
    posts: [
      {
        headline: 'Low-Cost Vaccine Day',
        sub: 'Rabies, distemper, Bordetella, FVRCP',
        details: ['{date}', '{times}', '{price} per shot'],
        caption:
          'No appointment needed. Walk in with your dog or cat on {date}, {times}. Rabies, distemper, Bordetella and FVRCP are {price} per shot, and ' +
          'microchips are buy one, get one. Please keep cats in carriers and dogs on leashes.',
        offer: 'Vaccines for {price} per shot',
        action: 'Walk in, no appointment needed',
      },
      {
        headline: 'Meet Dr. Okafor',
        sub: 'Joining us from Clemson and Auburn',
        details: ['Exotics, rabbits & reptiles', '{phone}'],
        caption:
          'Say hello to Dr. Chidi Okafor! He treats rabbits, guinea pigs, bearded dragons and one very grumpy tortoise named Gerald. Now booking new ' +
          'patients for exotics at {phone}.',
        action: 'Book at {phone}',
      },
    ],
  },
  {
    name: 'Northfork Brewing Company',
    short: 'Northfork',
    site: 'northforkbrewing.example',
    street: '48 Mill Race Way',
    city: 'Johnson City',
    state: 'TN',
    zip: '37604',
    area: '423',
    colors: ['#20303c', '#f5efe2', '#d1852b'],
    posts: [
      {
        headline: 'Trivia & Tacos',
        details: ['Every Wednesday', '{start}', '{price} pints | Birria by El Gallo'],
        caption:
          'Wednesday night is trivia night. Teams of six, {start}, no phones, no mercy. El Gallo brings the birria and pints are {price} until last ' +
          'call. Winning team gets bragging rights and a $50 tab.',
        offer: '{price} pints',
        action: 'Bring a team of six',
      },
      {
        headline: 'Barrel-Aged Stout Release',
        sub: 'Ten months in Four Roses barrels',
        details: ['{date}', 'Noon', '{price} a four-pack, limit two'],
        caption:
          'Midnight Switchback is here. Our imperial stout spent ten months in Four Roses barrels and tastes like cocoa, fig and campfire. Cans drop ' +
          '{date} at noon: {price} a four-pack, limit two. 11.2% ABV, so call a ride.',
        offer: 'Four-packs for {price}',
        action: 'Line up at noon',
      },
      {
        headline: 'Oktoberfest',
        sub: 'Steins, schnitzel, stein-holding contest',
        details: ['{range}', '{price} stein & first fill', '{site}'],
        caption:
          'Dust off the lederhosen! Oktoberfest takes over the biergarten {range}. {price} gets you a stein and the first fill; polka from the ' +
          'Appalachian Oompah Band both days. Prost! Details at {site}',
        offer: 'Stein and first fill for {price}',
        action: 'Details at {site}',
      },
    ],
  },
  {
    name: 'Lantern Bay Realty',
    short: 'Lantern Bay',
    site: 'lanternbayrealty.example',
    street: '500 Harbor Town Circle',
    city: 'Hilton Head Island',
    state: 'SC',
    zip: '29928',
    area: '843',
    colors: ['#0f2d4a', '#f7f5f0', '#c1a35b'],
    posts: [
      {
        headline: 'Open House',
        sub: '3 bed, 2.5 bath, marsh views, screened porch',
        details: ['{date}', '{times}', '{street}'],
        caption:
          'Coffee, cookies and marsh views. Tour this 3-bed, 2.5-bath cottage on {date}, {times}. Heart-pine floors, screened porch, 2 miles to the ' +
          'beach. Questions? Call Jocelyn at {phone}.',
        action: 'Call Jocelyn at {phone}',
      },
      {
        headline: 'Just Sold In 6 Days',
        details: ['14 offers', '$22,000 over asking', '{phone}'],
        caption:
          'Six days, fourteen offers and $22,000 over asking. Congratulations to the Abernathys, and welcome home to the Nguyens! Curious what yours ' +
          'would bring? Text {phone} for a no-pressure estimate.',
        action: 'Text {phone}',
      },
    ],
  },
  {
    name: 'Copper Kettle Tea Room',
    short: 'Copper Kettle',
    site: 'copperkettletea.example',
    street: '26 Church Street',
    city: 'Savannah',
    state: 'GA',
    zip: '31401',
    area: '912',
    colors: ['#4a3424', '#f8f1e7', '#7d9a6f'],
    posts: [
      {
        headline: 'Afternoon Tea',
        sub: 'Scones, clotted cream, cucumber sandwiches',
        details: ['{date}', 'Seatings at {start}', '{price} per guest'],
        caption:
          'Pinkies up! Join us for a proper afternoon tea on {date}; seatings begin at {start}. Lavender scones, clotted cream, coronation chicken and ' +
          'bottomless Darjeeling for {price} per guest. Gluten-free with 24 hours’ notice. {phone}',
        offer: 'Afternoon tea for {price}',
        action: 'Call {phone}',
      },
      {
        headline: 'Matcha Monday',
        details: ['Ceremonial matcha lattes', '{price} all day', '{handle}'],
        caption:
          'Skip the Monday slump. Ceremonial-grade matcha lattes, iced or hot, are {price} all day. Add oat milk and a black sesame cookie, you ' +
          'deserve it. {handle}',
        offer: 'Matcha lattes for {price}',
        action: 'Swing by on Monday',
      },
    ],
  },
  {
    name: 'Granite Peak Climbing Gym',
    short: 'Granite Peak',
    site: 'granitepeakclimbing.example',
    street: '790 Tech Center Drive',
    city: 'Colorado Springs',
    state: 'CO',
    zip: '80919',
    area: '719',
    colors: ['#232b36', '#eff2f5', '#3fa796'],
    posts: [
      {
        headline: 'Bouldering League',
        sub: 'Eight weeks, four divisions, one trophy',
        details: ['Starts {date}', '{price} per climber', 'Register by {deadline}'],
        caption:
          'Chalk up. Our winter bouldering league starts {date} and runs eight weeks. Four divisions from V0 to “are you okay?”. {price} per climber; ' +
          'register by {deadline} at {site}. T-shirts by Marta.',
        offer: 'League for {price} per climber',
        action: 'Register at {site}',
      },
      {
        headline: 'Kids’ Night Out',
        details: ['Ages 6–12', '{date}', '{times}', '{price} with pizza'],
        caption:
          'Parents, go on a date. Kids ages 6–12 climb, play dodgeball and demolish pizza with us on {date}, {times}. {price} per kid, siblings half ' +
          'price. Waivers at {site}.',
        offer: 'Kids’ night for {price}',
        action: 'Waivers at {site}',
      },
    ],
  },
  {
    name: 'Magnolia Mae Boutique',
    short: 'Magnolia Mae',
    site: 'shopmagnoliamae.example',
    street: '119 Main Street',
    city: 'Travelers Rest',
    state: 'SC',
    zip: '29690',
    area: '864',
    colors: ['#503047', '#fdf4f2', '#d96c75'],
    posts: [
      {
        headline: 'Fall Clearance',
        sub: 'Sweaters, shackets, booties',
        details: ['Extra {percent} off', '{range}', 'In store only'],
        caption:
          'Make room for the new stuff! Take an extra {percent} off all fall clearance {range}, in store only. Shackets, booties, those corduroy ' +
          'overalls everyone asked about. Sizes XS–3X. #magnoliamae #smallbiz',
        offer: 'Extra {percent} off fall clearance',
        action: 'Shop in store',
      },
      {
        headline: 'Sip & Shop',
        details: ['{date}', '{times}', 'Bubbly, cupcakes, giveaways'],
        caption:
          'Girls’ night, but with shopping. Join us {date}, {times}, for bubbly, cupcakes from Buttercream Dreams and a $100 giveaway. The first 25 ' +
          'guests get a swag bag. See you at {street}!',
        action: 'See you at {street}',
      },
    ],
  },
  {
    name: 'Summit Heating & Air',
    short: 'Summit Heating',
    site: 'summithvac.example',
    street: '4410 Wade Hampton Boulevard',
    city: 'Taylors',
    state: 'SC',
    zip: '29687',
    area: '864',
    colors: ['#12355b', '#f4f8fb', '#e2552c'],
    posts: [
      {
        headline: 'Furnace Check {price}',
        sub: '21-point inspection, filter included',
        details: ['Good through {deadline}', '{phone}'],
        caption:
          'When did somebody last look at your furnace? Our 21-point inspection is {price} through {deadline}, filter included. Heat pumps, gas ' +
          'packs and mini-splits, all brands. No overtime charges, ever. {phone}',
        offer: 'Furnace inspection for {price}',
        action: 'Call {phone}',
      },
      {
        headline: 'Now Hiring HVAC Techs',
        details: ['{price}/hr to start', 'Company van, 401(k), paid NATE training', '{email}'],
        caption:
          'Tired of working weekends? Service techs start at {price}/hr with a company van, 401(k) match and paid NATE certification. EPA 608 ' +
          'required. Send your résumé to {email}.',
        action: 'Send a résumé to {email}',
      },
    ],
  },
  {
    name: 'Driftwood Pottery Studio',
    short: 'Driftwood Pottery',
    site: 'driftwoodpottery.example',
    street: '63 Boundary Street',
    city: 'Astoria',
    state: 'OR',
    zip: '97103',
    area: '503',
    colors: ['#39424e', '#f2eee8', '#b96b4b'],
    posts: [
      {
        headline: 'Date Night On The Wheel',
        sub: 'BYOB, no experience needed',
        details: ['{date}', '{times}', '{price} per couple'],
        caption:
          'Get your hands dirty. On {date}, {times}, couples throw two mugs each and pick from five glazes. {price} per couple, BYOB, and we fire ' +
          'everything for you. Yes, we will play Unchained Melody. {site}',
        offer: 'Date night for {price} per couple',
        action: 'Book at {site}',
      },
      {
        headline: 'Kiln Opening',
        details: ['{date}', 'Seconds from {price}', '{street}'],
        caption:
          'Still warm! We unload the wood kiln on {date}. Shino, tenmoku and celadon pieces by eleven local potters; seconds start at {price}. Coffee ' +
          'is on. {street}, behind the net shed.',
        offer: 'Seconds from {price}',
        action: 'Come by {street}',
      },
    ],
  },
  {
    name: 'Golden Hour Photography',
    short: 'Golden Hour',
    site: 'goldenhourphoto.example',
    street: '17 Lakeshore Terrace',
    city: 'Knoxville',
    state: 'TN',
    zip: '37920',
    area: '865',
    colors: ['#3f2e2b', '#fcf5ea', '#dd9d4f'],
    posts: [
      {
        headline: 'Holiday Minis',
        sub: '20 minutes, 10 images, one cozy set',
        details: ['{date}', '{price}', '{site}'],
        caption:
          'Matching pajamas encouraged. Holiday mini sessions are {date} at the barn: twenty minutes, ten edited images and an online gallery for ' +
          '{price}. Pups welcome! Grab a slot at {site} before they’re gone.',
        offer: 'Mini session for {price}',
        action: 'Grab a slot at {site}',
      },
      {
        headline: 'Headshot Day',
        details: ['{date}', '{times}', '{price}, two looks'],
        caption:
          'Your LinkedIn selfie has to go. Headshot day is {date}, {times}. {price} gets you two looks, light retouching and coffee. Downtown, free ' +
          'parking after {start}. Email {email}',
        offer: 'Headshots for {price}',
        action: 'Email {email}',
      },
    ],
  },
  {
    name: 'Little Sprouts Learning Center',
    short: 'Little Sprouts',
    site: 'littlesproutslc.example',
    street: '935 Woodruff Farm Lane',
    city: 'Simpsonville',
    state: 'SC',
    zip: '29681',
    area: '864',
    colors: ['#2d5d4f', '#fefaf0', '#f4a259'],
    posts: [
      {
        headline: 'Summer Camp Enrollment',
        sub: 'Splash days, STEM labs, garden club',
        details: ['Ages 3–8', '{price} a week', 'Enroll by {deadline}'],
        caption:
          'Nine weeks of sunscreen and science! Summer camp for ages 3–8 is {price} a week, lunch and snacks included. Enroll by {deadline} and we ' +
          'waive the registration fee. Tours daily at {start}. {phone}',
        offer: 'Camp for {price} a week',
        action: 'Enroll by {deadline}',
      },
      {
        headline: 'Fall Festival',
        details: ['{date}', '{times}', 'Hayrides, face painting, bounce house'],
        caption:
          'Grandparents, neighbors, everyone: our fall festival is {date}, {times}. Hayrides, face painting, a bounce house and Miss Tonya’s famous ' +
          'chili. Free admission; bring a canned good for Harvest Hope.',
        action: 'Bring a canned good',
      },
    ],
  },
  {
    name: 'Riverside Auto & Tire',
    short: 'Riverside Auto',
    site: 'riversideautotire.example',
    street: '1818 Broad River Road',
    city: 'Columbia',
    state: 'SC',
    zip: '29210',
    area: '803',
    colors: ['#1c2a39', '#f3f4f6', '#d62828'],
    posts: [
      {
        headline: 'Buy 3 Tires, Get 1 Free',
        details: ['Michelin, Cooper, BFGoodrich', 'Ends {deadline}', '{phone}'],
        caption:
          'Buy three, get the fourth free on Michelin, Cooper and BFGoodrich until {deadline}. Mounting and balancing included. Ask about our $19.99 ' +
          'alignment check. {street} | {phone}',
        offer: 'Buy 3 tires, get 1 free',
        action: 'Call {phone}',
      },
      {
        headline: 'Oil Change {price}',
        sub: 'Full synthetic, up to 5 quarts',
        details: ['Free tire rotation', 'Open Sat {times}'],
        caption:
          'Full synthetic, up to 5 quarts, with a free rotation: {price}. No upsells, no upcharge for SUVs. Open Saturdays, {times}. Walk-ins are ' +
          'fine, appointments are faster: {site}',
        offer: 'Oil change for {price}',
        action: 'Book at {site}',
      },
    ],
  },
  {
    name: 'Harmony Lane Music School',
    short: 'Harmony Lane',
    site: 'harmonylanemusic.example',
    street: '247 Bardstown Road',
    city: 'Louisville',
    state: 'KY',
    zip: '40206',
    area: '502',
    colors: ['#2e2a4f', '#f5f2fb', '#e07a5f'],
    posts: [
      {
        headline: 'Student Recital',
        sub: 'Piano, cello, ukulele, and one brave trombone',
        details: ['{date}', '{start}', 'Free admission'],
        caption:
          'Forty-two students, one stage. Our winter recital is {date} at {start}, and admission is free. Expect Chopin, Coldplay and at least one ' +
          'rendition of Let It Go. Reception to follow.',
        action: 'Join us for the reception',
      },
      {
        headline: 'First Lesson Free',
        details: ['Guitar, drums, voice, violin', 'All ages', '{phone}'],
        caption:
          'Always wanted to play? Your first lesson is on us. Guitar, drums, voice, violin, mandolin, you name it, from age 5 to 95. Evening and ' +
          'weekend slots available. Call {phone} or message us here.',
        offer: 'First lesson free',
        action: 'Call {phone}',
      },
    ],
  },
  {
    name: 'Cypress & Sage Day Spa',
    short: 'Cypress & Sage',
    site: 'cypressandsage.example',
    street: '720 Coleman Boulevard',
    city: 'Mount Pleasant',
    state: 'SC',
    zip: '29464',
    area: '843',
    colors: ['#33483f', '#f5f5ee', '#b8926a'],
    posts: [
      {
        headline: 'Hydrafacial Event',
        sub: 'With our friends from SkinCeuticals',
        details: ['{date}', '{price} treatments', '{percent} off products'],
        caption:
          'Glow season is here. On {date}, Hydrafacials are {price} (regularly more, trust us) and all SkinCeuticals products are {percent} off. ' +
          'Prosecco, skin analysis and goodie bags. Reserve with Noelle: {phone}',
        offer: 'Hydrafacials for {price}, {percent} off products',
        action: 'Reserve at {phone}',
      },
      {
        headline: 'The Gift Of Quiet',
        details: ['Gift cards from {price}', 'Buy online at {site}'],
        caption:
          'Last-minute gift? No wrapping required. Spa gift cards start at {price} and arrive in their inbox instantly. Massage, reflexology, ' +
          'microneedling, a nap in the salt room… their call. {site}',
        offer: 'Gift cards from {price}',
        action: 'Buy at {site}',
      },
    ],
  },
  {
    name: 'Big Tupelo Barbecue',
    short: 'Big Tupelo',
    site: 'bigtupelobbq.example',
    street: '88 Honey Hill Highway',
    city: 'Moncks Corner',
    state: 'SC',
    zip: '29461',
    area: '843',
    colors: ['#2b1a14', '#f7ecd8', '#c23b22'],
    posts: [
      {
        headline: 'Whole Hog Saturday',
        sub: 'Smoked 14 hours over hickory and pecan',
        details: ['{date}', '{start} until sold out', '{price} plate with two sides'],
        caption:
          'Low, slow and worth the drive. We pull a whole hog on {date}, from {start} until it’s gone. {price} plates come with two sides: collards, ' +
          'hash & rice, mac, or that vinegar slaw. Banana puddin’ for dessert.',
        offer: 'Plates for {price}',
        action: 'Get here early',
      },
      {
        headline: 'Tailgate Packs',
        details: ['Feeds 10', '{price}', 'Order by Thursday: {phone}'],
        caption:
          'Go Gamecocks, go Tigers, go eat. Tailgate packs feed 10 for {price}: three pounds of pork, buns, slaw, beans and sauce. Order by Thursday ' +
          'at {phone}, pick up on game day.',
        offer: 'Tailgate pack for {price}',
        action: 'Order at {phone}',
      },
    ],
  },
  {
    name: 'Palisade Tax & Bookkeeping',
    short: 'Palisade Tax',
    site: 'palisadetax.example',
    street: '305 Commerce Place',
    city: 'Greensboro',
    state: 'NC',
    zip: '27401',
    area: '336',
    colors: ['#1b3a4b', '#f4f6f5', '#65a30d'],
    posts: [
      {
        headline: 'Quarterly Taxes Are Due',
        sub: 'Freelancers, this one is for you',
        details: ['Pay by {deadline}', 'Free estimate: {phone}'],
        caption:
          'Side hustle, Etsy shop, 1099 income? Your estimated payment is due {deadline}. Send us your numbers and we’ll tell you what to pay, no ' +
          'charge for new clients. {email} or {phone}',
        offer: 'Free estimate for new clients',
        action: 'Call {phone}',
      },
      {
        headline: 'QuickBooks Cleanup',
        details: ['From {price} a month', 'Payroll, invoices, sales tax', '{site}'],
        caption:
          'Shoebox of receipts? We’ve seen worse. QuickBooks cleanup and monthly bookkeeping start at {price} a month, payroll and sales tax filings ' +
          'included. Book a 15-minute call at {site}.',
        offer: 'Bookkeeping from {price} a month',
        action: 'Book a call at {site}',
      },
    ],
  },
  {
    name: 'Tidewater Kayak Outfitters',
    short: 'Tidewater Kayak',
    site: 'tidewaterkayak.example',
    street: '12 Shem Creek Landing',
    city: 'Mount Pleasant',
    state: 'SC',
    zip: '29464',
    area: '843',
    colors: ['#0b4f6c', '#f1f9fb', '#fb8b24'],
    posts: [
      {
        headline: 'Full Moon Paddle',
        sub: 'Glow sticks, dolphins, hot chocolate',
        details: ['{date}', 'Launch at {start}', '{price} with kayak rental'],
        caption:
          'Bioluminescence isn’t guaranteed, but the moon is. Our guided paddle launches from Shem Creek on {date} at {start}. {price} with kayak ' +
          'rental, {price2} if you bring your own. Bring layers! {site}',
        offer: 'Guided paddle for {price}, {price2} with your own kayak',
        action: 'Book at {site}',
      },
      {
        headline: 'SUP Yoga',
        details: ['Saturdays in June', '{times}', '{price} board included'],
        caption:
          'Downward dog, but wobbly. SUP yoga is every Saturday in June, {times}. {price}, board and anchor included. You will fall in; that’s the ' +
          'point. Text {phone}',
        offer: 'SUP yoga for {price}',
        action: 'Text {phone}',
      },
    ],
  },
  {
    name: 'Olive & Ember Pizzeria',
    short: 'Olive & Ember',
    site: 'oliveandember.example',
    street: '2001 Devine Street',
    city: 'Columbia',
    state: 'SC',
    zip: '29205',
    area: '803',
    colors: ['#2f3b1f', '#faf5e9', '#d1495b'],
    posts: [
      {
        headline: 'Two Pies & A Pitcher',
        details: ['{price} every Tuesday', '{times}', 'Dine-in only'],
        caption:
          'Tuesdays just got better: two wood-fired pies and a pitcher of Peroni for {price}, {times}, dine-in only. The burrata & hot honey counts. ' +
          'So does the soppressata. {street}',
        offer: 'Two pies and a pitcher for {price}',
        action: 'Dine in on Tuesday',
      },
      {
        headline: 'Pasta-Making Class',
        sub: 'Tagliatelle, gnocchi, tiramisù',
        details: ['{date}', '{times}', '{price} with wine'],
        caption:
          'Flour everywhere, guaranteed. Chef Gianluca teaches tagliatelle and gnocchi on {date}, {times}. {price} includes dinner, wine and the ' +
          'secret tiramisù. Only ten spots: {email}',
        offer: 'Pasta class for {price}',
        action: 'Email {email}',
      },
    ],
  },
  {
    name: 'Second Chance Animal Rescue',
    short: 'Second Chance',
    site: 'secondchancerescue.example',
    street: '4125 Old Mill Pond Road',
    city: 'Hendersonville',
    state: 'NC',
    zip: '28792',
    area: '828',
    colors: ['#3a405a', '#fff7f0', '#e26d5c'],
    posts: [
      {
        headline: 'Adoption Event',
        sub: 'Meet Biscuit, Olive, Waffles and 30 more',
        details: ['{date}', '{times}', 'Fees {percent} off'],
        caption:
          'Clear your weekend and your couch. Biscuit, Olive, Waffles and thirty of their friends need homes. Come meet them on {date}, {times}; ' +
          'adoption fees are {percent} off. Every pet is fixed, chipped and vaccinated.',
        offer: 'Adoption fees {percent} off',
        action: 'Come meet them',
      },
      {
        headline: 'Foster A Kitten',
        details: ['Two weeks, we supply everything', '{email}'],
        caption:
          'It’s raining kittens. Fosters commit to two weeks; we supply formula, litter, vet care and emotional support. Apply at {email}. Warning: ' +
          'foster fails are common.',
        action: 'Apply at {email}',
      },
      {
        headline: 'Bark & Brunch',
        details: ['{date}', '{times}', '{price} supports the shelter'],
        caption:
          'Mimosas for you, pupcakes for them. Bark & Brunch is {date}, {times}, on the patio. {price} tickets, and every dollar supports the ' +
          'shelter. Silent auction, doggo costume contest, zero judgment. {site}',
        offer: 'Tickets {price}',
        action: 'Tickets at {site}',
      },
    ],
  },
  {
    name: 'Stillwater Martial Arts',
    short: 'Stillwater',
    site: 'stillwatermartialarts.example',
    street: '518 Laurens Road',
    city: 'Greenville',
    state: 'SC',
    zip: '29607',
    area: '864',
    colors: ['#1f1f2e', '#f4f4f4', '#c1121f'],
    posts: [
      {
        headline: 'Women’s Self-Defense',
        sub: 'A free two-hour seminar',
        details: ['{date}', '{times}', 'Ages 14 and up'],
        caption:
          'Awareness, escapes and confidence. Sensei Rosario’s free seminar is {date}, {times}, for women and girls 14 and up. No experience needed, ' +
          'wear something comfortable. Bring your mom, bring your roommate. {phone}',
        action: 'Call {phone}',
      },
      {
        headline: 'Try A Week Of Jiu-Jitsu',
        details: ['{price}, gi included', 'Kids & adults', '{site}'],
        caption:
          'Seven days, unlimited classes, loaner gi included: {price}. Brazilian jiu-jitsu for kids (4+) and adults, beginners every night at ' +
          '{start}. Start here: {site}',
        offer: 'One week for {price}',
        action: 'Start at {site}',
      },
    ],
  },
  {
    name: 'Honeycomb Ice Cream Parlor',
    short: 'Honeycomb',
    site: 'honeycombscoops.example',
    street: '44 Trade Street',
    city: 'Greer',
    state: 'SC',
    zip: '29651',
    area: '864',
    colors: ['#5b3a29', '#fff6e5', '#f6ae2d'],
    posts: [
      {
        headline: 'New Flavors',
        sub: 'Ube crunch, brown butter peach, dill pickle (really)',
        details: ['{price} double scoop', '{handle}'],
        caption:
          'Brooke got creative. New in the case: ube crunch, brown butter peach and yes, dill pickle. Double scoops are {price}; stop by for a free ' +
          'sample. {handle} #icecreamlover',
        offer: 'Double scoops for {price}',
        action: 'Stop by for a free sample',
      },
      {
        headline: 'Sundae Funday',
        details: ['{date}', 'Kids build for {price}', '{times}'],
        caption:
          'Sprinkles will get everywhere. On {date}, {times}, kids build their own sundae for {price}. Balloon artist, bubble machine, and a vegan ' +
          'coconut base for our dairy-free friends. {street}, next to the depot.',
        offer: 'Build a sundae for {price}',
        action: 'Bring the kids',
      },
    ],
  },
  {
    name: 'Ashworth & Vale Law',
    short: 'Ashworth & Vale',
    site: 'ashworthvale.example',
    street: '1600 Hampton Street',
    city: 'Columbia',
    state: 'SC',
    zip: '29201',
    area: '803',
    colors: ['#22252f', '#f5f3ee', '#8c6a3f'],
    posts: [
      {
        headline: 'Wills Made Simple',
        sub: 'Free workshop for young families',
        details: ['{date}', '{times}', 'RSVP: {phone}'],
        caption:
          'No one likes to think about it, so let’s make it quick. Our free wills workshop is {date}, {times}: guardianship, trusts and power of ' +
          'attorney in plain English. Childcare and pizza provided. RSVP to {phone}.',
        action: 'RSVP at {phone}',
      },
      {
        headline: 'Flat-Fee LLC Setup',
        details: ['{price} plus filing fees', '{email}'],
        caption:
          'Starting a business this year? We set up your LLC for a flat {price} plus state filing fees: articles, EIN and operating agreement. Most ' +
          'are done in a week. Reach us at {email}.',
        offer: 'LLC setup for {price}',
        action: 'Email {email}',
      },
    ],
  },
  {
    name: 'Meadowlark Farm Stand',
    short: 'Meadowlark Farm',
    site: 'meadowlarkfarm.example',
    street: '7701 Sandy Run Church Road',
    city: 'Gaston',
    state: 'SC',
    zip: '29053',
    area: '803',
    colors: ['#35532f', '#fbf8ec', '#d64933'],
    posts: [
      {
        headline: 'U-Pick Strawberries',
        details: ['{price} a bucket', 'Daily {times}', '{street}'],
        caption:
          'They’re ripe! U-pick strawberries are {price} a bucket, daily {times} while they last. Wear boots, bring water, leave Fido at home. The ' +
          'jam table is stocked too. Field conditions: {phone}',
        offer: 'Strawberries for {price} a bucket',
        action: 'Call {phone} for field conditions',
      },
      {
        headline: 'Farm-To-Table Supper',
        sub: 'Heirloom tomatoes, field peas, peach galette',
        details: ['{date}', '{start}', '{price} per seat'],
        caption:
          'One long table between the rows. Chef Dawson cooks what we picked that morning on {date} at {start}: heirloom tomatoes, field peas, ' +
          'skillet cornbread, peach galette. {price} per seat, BYOB. {site}',
        offer: 'Supper for {price} per seat',
        action: 'Seats at {site}',
      },
      {
        headline: 'CSA Shares',
        details: ['20 weeks', '{price} full | {price2} half', 'Sign up by {deadline}'],
        caption:
          'Twenty weeks of whatever the dirt gives us: kale, okra, Cherokee Purples, zinnias. Full shares are {price}, half shares {price2}. Sign up ' +
          'by {deadline} at {site}. SNAP accepted.',
        offer: 'CSA shares: {price} full, {price2} half',
        action: 'Sign up at {site}',
      },
    ],
  },
]

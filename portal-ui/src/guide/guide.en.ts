import type { zhGuide } from './guide.zh';

export const enGuide: typeof zhGuide = {
  products: {
    intro: 'What can be searched and ordered. The numbers follow the archive.',
    kinds: {
      WX: 'Optical and radar satellite images, ordered scene by scene. Search by area, time, cloud, satellite and sensor; look at previews and footprints.',
      ZL: 'Archives and maps of regional geology and mineral resources, found by sheet, project and area.',
      BZCP: 'Standard products, rectified and mosaicked, ready for maps and analysis.',
    },
    scenes: (n) => (n === 1 ? '1 scene' : `${n.toLocaleString('en')} scenes`),
    none: 'The catalogue holds no data yet',
  },
  use: {
    intro: 'From the search to the data in seven steps.',
    steps: [
      {
        name: 'Register and sign in',
        text: 'Register with your organisation, name and mobile number. Searching needs no account; ordering does.',
      },
      {
        name: 'Search',
        text: 'Draw an area on the map, choose a region or upload an outline; then filter by time, cloud and satellite. Open a scene to see its preview and metadata.',
      },
      {
        name: 'Add to the cart',
        text: 'Put the scenes you need into the cart, or everything that was found at once.',
      },
      {
        name: 'Fill in the form',
        text: 'Submit an order from the cart: say what the data are for, choose how to receive them, and upload the stamped papers. Blank forms can be filled in online and printed.',
      },
      {
        name: 'Wait for the review',
        text: 'You are notified of the decision. A rejected order can be corrected and submitted again; until the review it can be withdrawn.',
      },
      {
        name: 'Preparation',
        text: 'Approved orders are extracted and packaged by the system. The order shows the progress.',
      },
      {
        name: 'Download and rate',
        text: 'Online download: use the FTP account of the order, or download in the browser. Offline copy: bring your papers to the place named in the order. Rate the service afterwards.',
      },
    ],
    go: {
      search: 'Search',
      register: 'Register',
      orders: 'My orders',
      offline: 'About offline copies',
    },
  },
  video: {
    title: 'Video',
    none: 'There is no video yet. Please follow the steps above.',
    unplayable: 'Your browser cannot play videos.',
    languages: { zh: 'Chinese', en: 'English' },
  },
  offline: {
    title: 'Offline copy',
    intro: (size) =>
      `Orders above ${size} and reprocessing orders are handed over on a portable disk.`,
    steps: [
      { name: 'Submit the order', text: 'Choose “Offline copy” as the delivery method.' },
      {
        name: 'Wait for the data',
        text: 'Once the data are ready, the order shows where to collect them and whom to call.',
      },
      {
        name: 'Print the pick-up sheet',
        text: 'Print it from the order; the person who collects the data signs it.',
      },
      {
        name: 'Collect the data',
        text: 'Bring the sheet, the original papers and an empty disk that is large enough. Please call first.',
      },
    ],
    papers: 'Papers needed to submit',
    collect: 'Papers needed to collect',
    place: 'Where to collect',
  },
  maintenance: {
    title: 'Maintenance',
    text: 'The system is being maintained and cannot be used at the moment. Submitted orders and data in preparation are not affected.',
    back: 'Back to the start',
  },
};

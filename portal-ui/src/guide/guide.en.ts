import type { zhGuide } from './guide.zh';

export const enGuide: typeof zhGuide = {
  products: {
    intro: 'What you can search and order. The numbers are those of the archive today.',
    kinds: {
      WX: 'Optical and radar satellite images, ordered scene by scene. Search by area, time, cloud, satellite and sensor; look at previews and footprints.',
      ZL: 'Archive records and maps of regional geology and mineral resources. Search by sheet, project and area.',
      BZCP: 'Standard products, rectified and mosaicked, ready for maps and analysis.',
    },
    scenes: (n) => (n === 1 ? '1 scene' : `${n.toLocaleString('en')} scenes`),
    none: 'The catalogue holds no data yet',
  },
  use: {
    intro: 'From search to data in seven steps.',
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
        text: 'Add the scenes you need to the cart, one by one or all results at once.',
      },
      {
        name: 'Fill in the form',
        text: 'Submit an order from the cart: say what the data is for, choose how to receive it, and upload the signed and stamped attachments. Forms can be filled in online and printed.',
      },
      {
        name: 'Wait for the review',
        text: 'You are notified of the decision. You can withdraw an order until it is reviewed, and correct and resubmit a rejected one.',
      },
      {
        name: 'Preparation',
        text: 'The system extracts and packages the data of approved orders. The order shows the progress.',
      },
      {
        name: 'Download and rate',
        text: 'Online download: use the FTP account of the order, or download in the browser. Offline copy: bring your documents to the address shown in the order. Rate the service afterwards.',
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
    none: 'There is no video yet. Follow the steps above.',
    unplayable: 'Your browser cannot play this video.',
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
        text: 'Once the data is ready, the order shows where to collect it and whom to call.',
      },
      {
        name: 'Print the pick-up sheet',
        text: 'Print it from the order; the person who collects the data signs it.',
      },
      {
        name: 'Collect the data',
        text: 'Bring the sheet, the originals of your documents and an empty disk that is large enough. Call first.',
      },
    ],
    papers: 'Attachments needed to submit',
    collect: 'Documents needed to collect',
    collectionPoint: 'Where to collect',
  },
  maintenance: {
    title: 'Maintenance',
    text: 'The system is under maintenance and cannot be used at the moment. Submitted orders and data in preparation are not affected.',
    back: 'Back to the home page',
  },
};

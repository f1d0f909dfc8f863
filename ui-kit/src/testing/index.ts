export * from './builders';
export * from './recording';

export * from './builders';
export * from './pushes';
export * from './recording';

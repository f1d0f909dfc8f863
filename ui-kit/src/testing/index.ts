export * from './builders';
export * from './clock';
export * from './pluralsOfOne';
export * from './progressStream';
export * from './pushes';
export * from './recording';
export * from './subscriptions';

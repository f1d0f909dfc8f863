-- What the information office publishes: news, announcements, the texts of pages, the video of the guide (domain::content).
CREATE TABLE news_type (
    id         uuid PRIMARY KEY,
    name       text NOT NULL CHECK (name <> ''),
    position   integer NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX news_type_name ON news_type (lower(name));

CREATE TABLE news (
    id         uuid PRIMARY KEY,
    type_id    uuid NOT NULL REFERENCES news_type,
    title      text NOT NULL CHECK (title <> ''),
    body       text NOT NULL,
    state      text NOT NULL CHECK (state IN ('draft', 'published', 'withdrawn')),
    -- A published article can be read from then on, by the database's clock.
    publish_at timestamptz CHECK (publish_at IS NOT NULL OR state <> 'published'),
    pinned     boolean NOT NULL,
    -- Counts changes: who writes over what somebody else has changed is told.
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by uuid NOT NULL REFERENCES app_user
);
CREATE INDEX news_published ON news (pinned DESC, publish_at DESC, id DESC) WHERE state = 'published';
CREATE INDEX news_type_id ON news (type_id);
CREATE INDEX news_changed_at ON news (changed_at DESC, id DESC);

CREATE TABLE announcement (
    id         uuid PRIMARY KEY,
    title      text NOT NULL CHECK (title <> ''),
    body       text NOT NULL,
    level      text NOT NULL CHECK (level IN ('info', 'important')),
    from_at    timestamptz NOT NULL,
    -- Null: until it is removed.
    until_at   timestamptz CHECK (until_at > from_at),
    position   integer NOT NULL,
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by uuid NOT NULL REFERENCES app_user
);

-- The newest of a page holds.
CREATE TABLE content_revision (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    page     text NOT NULL CHECK (page IN ('userGuide', 'productIntro', 'offLineDisk', 'maintenance', 'contactUs')),
    -- Null: the page's own text.
    body_zh  text,
    body_en  text CHECK (body_en IS NULL OR body_zh IS NOT NULL),
    saved_at timestamptz NOT NULL,
    saved_by uuid NOT NULL REFERENCES app_user
);
CREATE INDEX content_revision_page ON content_revision (page, id DESC);

CREATE TABLE content_picture (
    id           uuid PRIMARY KEY,
    media_type   text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
    width        integer NOT NULL CHECK (width > 0),
    height       integer NOT NULL CHECK (height > 0),
    size         bigint NOT NULL CHECK (size > 0),
    sha256       bytea NOT NULL CHECK (octet_length(sha256) = 32),
    object_key   text NOT NULL UNIQUE,
    uploaded_at  timestamptz NOT NULL,
    uploaded_by  uuid NOT NULL REFERENCES app_user,
    -- Since when no text names it, as long as none does.
    unused_since timestamptz NOT NULL
);
CREATE INDEX content_picture_unused ON content_picture (unused_since);

-- Which texts name it: a picture that is named cannot go.
CREATE TABLE content_picture_use (
    picture_id      uuid NOT NULL REFERENCES content_picture,
    news_id         uuid REFERENCES news ON DELETE CASCADE,
    announcement_id uuid REFERENCES announcement ON DELETE CASCADE,
    revision_id     bigint REFERENCES content_revision ON DELETE CASCADE,
    CHECK (num_nonnulls(news_id, announcement_id, revision_id) = 1)
);
CREATE INDEX content_picture_use_picture ON content_picture_use (picture_id);
CREATE UNIQUE INDEX content_picture_use_news ON content_picture_use (news_id, picture_id) WHERE news_id IS NOT NULL;
CREATE UNIQUE INDEX content_picture_use_announcement ON content_picture_use (announcement_id, picture_id)
    WHERE announcement_id IS NOT NULL;
CREATE UNIQUE INDEX content_picture_use_revision ON content_picture_use (revision_id, picture_id)
    WHERE revision_id IS NOT NULL;

-- One or none. Another one takes its place by the change of the row; the object that it named is swept.
CREATE TABLE guide_video (
    one         boolean PRIMARY KEY DEFAULT true CHECK (one),
    id          uuid NOT NULL,
    media_type  text NOT NULL CHECK (media_type IN ('video/mp4', 'video/webm')),
    file_name   text NOT NULL,
    size        bigint NOT NULL CHECK (size > 0),
    sha256      bytea NOT NULL CHECK (octet_length(sha256) = 32),
    object_key  text NOT NULL,
    -- WebVTT
    captions_zh text,
    captions_en text,
    uploaded_at timestamptz NOT NULL,
    uploaded_by uuid NOT NULL REFERENCES app_user
);

UPDATE role SET permissions = permissions || '{/content/list,/content/save,/content/video}' WHERE id = 'admin';
UPDATE role SET permissions = permissions || '{/content/list,/content/video}' WHERE id = 'operator';

"""The database's tables as a list of migrations; a released one is never edited."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO counters VALUES ('seq', 0);

    CREATE TABLE sites (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        domain TEXT NOT NULL,
        name TEXT NOT NULL DEFAULT '',
        added_at REAL NOT NULL,
        removed_at REAL
    );

    -- Clustered by host, because the frontier serves one host at a time.
    CREATE TABLE urls (
        host TEXT NOT NULL,
        id INTEGER NOT NULL,
        url TEXT NOT NULL,
        site INTEGER NOT NULL,
        role TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        detail TEXT NOT NULL DEFAULT '',
        kind TEXT,
        confidence REAL,
        notes TEXT NOT NULL DEFAULT '[]',
        priority INTEGER NOT NULL,
        depth INTEGER NOT NULL,
        listed INTEGER NOT NULL DEFAULT 0,
        published REAL,
        parent TEXT,
        added_at REAL NOT NULL,
        due REAL,
        visited_at REAL,
        status INTEGER,
        etag TEXT,
        last_modified TEXT,
        body_hash BLOB,
        attempts INTEGER NOT NULL DEFAULT 0,
        interval REAL,
        target TEXT,
        article TEXT,
        file TEXT,
        offset INTEGER,
        length INTEGER,
        PRIMARY KEY (host, id)
    ) WITHOUT ROWID;
    CREATE INDEX urls_due ON urls (host, priority, due) WHERE due IS NOT NULL;
    CREATE INDEX urls_site ON urls (site);

    CREATE TABLE visits (
        url_id INTEGER NOT NULL,
        at REAL NOT NULL,
        status INTEGER,
        reason TEXT NOT NULL,
        detail TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        seconds REAL NOT NULL
    );
    CREATE INDEX visits_url ON visits (url_id, at);

    CREATE TABLE drops (
        site INTEGER NOT NULL,
        reason TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (site, reason)
    ) WITHOUT ROWID;

    CREATE TABLE articles (
        id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL UNIQUE,
        url TEXT NOT NULL,
        source TEXT NOT NULL,
        title TEXT NOT NULL,
        text TEXT NOT NULL,
        html TEXT NOT NULL,
        standfirst TEXT NOT NULL,
        published REAL,
        modified REAL,
        first_seen REAL NOT NULL,
        authors TEXT NOT NULL,
        language TEXT NOT NULL,
        section TEXT NOT NULL,
        tags TEXT NOT NULL,
        image TEXT,
        publisher TEXT NOT NULL,
        word_count INTEGER NOT NULL,
        revision INTEGER NOT NULL DEFAULT 1
    );
    CREATE INDEX articles_newest ON articles (coalesce(published, first_seen));
    CREATE INDEX articles_source ON articles (source, coalesce(published, first_seen));

    CREATE TABLE revisions (
        article TEXT NOT NULL,
        revision INTEGER NOT NULL,
        replaced_at REAL NOT NULL,
        title TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (article, revision)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE memories (
        site INTEGER PRIMARY KEY,
        pages INTEGER NOT NULL,
        repeated INTEGER NOT NULL,
        notebook BLOB NOT NULL
    );
    """,
    """
    CREATE TABLE subscriptions (
        id TEXT PRIMARY KEY,
        url TEXT NOT NULL,
        host TEXT NOT NULL,
        url_id INTEGER NOT NULL,
        site INTEGER NOT NULL,
        hub TEXT NOT NULL,
        topic TEXT NOT NULL,
        secret TEXT NOT NULL,
        callback TEXT NOT NULL,
        state TEXT NOT NULL,
        detail TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        due REAL,
        asked_at REAL,
        verified_at REAL,
        lease_ends REAL,
        delivered_at REAL,
        deliveries INTEGER NOT NULL,
        ignored INTEGER NOT NULL,
        missed INTEGER NOT NULL,
        streak INTEGER NOT NULL,
        doubted_at REAL,
        digests BLOB NOT NULL,
        UNIQUE (host, url_id)
    ) WITHOUT ROWID;
    CREATE INDEX subscriptions_due ON subscriptions (due) WHERE due IS NOT NULL;
    CREATE INDEX subscriptions_delivered ON subscriptions (delivered_at)
        WHERE delivered_at IS NOT NULL;
    """,
    """
    -- How feeds, sitemaps and index pages fare; the hashes of what they list are 4 bytes each.
    CREATE TABLE lists (
        id INTEGER PRIMARY KEY,
        host TEXT NOT NULL,
        site INTEGER NOT NULL,
        role TEXT NOT NULL,
        reads INTEGER NOT NULL,
        read_at REAL,
        strikes INTEGER NOT NULL,
        failing_since REAL,
        brought INTEGER NOT NULL,
        brought_at REAL,
        rests INTEGER NOT NULL,
        size INTEGER NOT NULL,
        dated INTEGER NOT NULL,
        newest REAL,
        items BLOB NOT NULL,
        memory BLOB NOT NULL,
        head INTEGER,
        twin INTEGER,
        agreed INTEGER NOT NULL,
        parent INTEGER,
        lastmod REAL,
        lastmod_read REAL,
        lies INTEGER NOT NULL
    );
    CREATE INDEX lists_site ON lists (site);
    CREATE INDEX lists_head ON lists (head) WHERE head IS NOT NULL;
    CREATE INDEX lists_twin ON lists (twin) WHERE twin IS NOT NULL;
    CREATE INDEX lists_parent ON lists (parent) WHERE parent IS NOT NULL;
    CREATE INDEX urls_lists ON urls (site, role) WHERE role <> 'page';
    """,
    """
    ALTER TABLE urls ADD COLUMN continues INTEGER NOT NULL DEFAULT 0;
    """,
    """
    ALTER TABLE articles ADD COLUMN robots TEXT NOT NULL DEFAULT '';
    ALTER TABLE articles ADD COLUMN rights TEXT NOT NULL DEFAULT '';
    ALTER TABLE articles ADD COLUMN hidden_from REAL;
    CREATE INDEX articles_hidden ON articles (hidden_from) WHERE hidden_from IS NOT NULL;
    INSERT INTO counters VALUES ('hidden', 0);

    -- Rows come in the order of their ids, so the oldest are pruned without an index on time.
    CREATE TABLE requests (
        id INTEGER PRIMARY KEY,
        at REAL NOT NULL,
        site INTEGER NOT NULL,
        host TEXT NOT NULL,
        path TEXT NOT NULL,
        address TEXT NOT NULL,
        purpose TEXT NOT NULL,
        status INTEGER,
        reason TEXT,
        bytes INTEGER NOT NULL,
        seconds REAL NOT NULL,
        host_delay REAL NOT NULL,
        domain_delay REAL NOT NULL,
        address_delay REAL NOT NULL,
        sent INTEGER NOT NULL
    );
    CREATE INDEX requests_site ON requests (site, at);
    """,
    """
    CREATE TABLE watches (
        site INTEGER PRIMARY KEY,
        rhythm BLOB NOT NULL,
        articles INTEGER NOT NULL,
        last_new REAL,
        silent_from REAL,
        looked_at REAL
    );
    CREATE INDEX watches_silent ON watches (silent_from) WHERE silent_from IS NOT NULL;
    CREATE TABLE hours (
        site INTEGER NOT NULL,
        hour INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        PRIMARY KEY (site, hour)
    ) WITHOUT ROWID;
    """,
    """
    -- Rows in the order in which they were found, two narrow indexes clustered by host.
    CREATE TABLE hosts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    INSERT INTO hosts (name) SELECT DISTINCT host FROM urls;
    DROP INDEX urls_due;
    DROP INDEX urls_site;
    ALTER TABLE urls RENAME TO urls_by_host;
    CREATE TABLE urls (
        host_id INTEGER NOT NULL,
        id INTEGER NOT NULL,
        url TEXT NOT NULL,
        site INTEGER NOT NULL,
        role TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        detail TEXT NOT NULL DEFAULT '',
        kind TEXT,
        confidence REAL,
        notes TEXT NOT NULL DEFAULT '[]',
        priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 9),
        depth INTEGER NOT NULL,
        listed INTEGER NOT NULL DEFAULT 0,
        published REAL,
        parent TEXT,
        added_at REAL NOT NULL,
        due REAL,
        visited_at REAL,
        status INTEGER,
        etag TEXT,
        last_modified TEXT,
        body_hash BLOB,
        attempts INTEGER NOT NULL DEFAULT 0,
        interval REAL,
        target TEXT,
        article TEXT,
        file TEXT,
        offset INTEGER,
        length INTEGER,
        continues INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO urls (
        host_id, id, url, site, role, state, reason, detail, kind, confidence, notes, priority,
        depth, listed, published, parent, added_at, due, visited_at, status, etag, last_modified,
        body_hash, attempts, interval, target, article, file, offset, length, continues
    )
    SELECT
        (SELECT hosts.id FROM hosts WHERE name = host), id, url, site, role, state, reason, detail,
        kind, confidence, notes, priority, depth, listed, published, parent, added_at, due,
        visited_at, status, etag, last_modified, body_hash, attempts, interval, target, article,
        file, offset, length, continues
    FROM urls_by_host;
    DROP TABLE urls_by_host;
    CREATE UNIQUE INDEX urls_id ON urls (host_id, id);
    CREATE INDEX urls_due ON urls (host_id, priority, due, visited_at) WHERE due IS NOT NULL;
    CREATE INDEX urls_lists ON urls (site, role) WHERE role <> 'page';
    CREATE INDEX urls_live ON urls (site)
        WHERE due IS NOT NULL AND (role IN ('feed', 'sitemap') OR kind = 'index');
    CREATE INDEX urls_archived ON urls (site, visited_at)
        WHERE file IS NOT NULL AND role = 'page' AND state = 'done' AND target IS NULL;

    -- Counts, kept as the rows change: at ten million of them nobody can wait for count(*).
    CREATE TABLE site_hosts (
        site INTEGER NOT NULL,
        host_id INTEGER NOT NULL,
        urls INTEGER NOT NULL,
        PRIMARY KEY (site, host_id)
    ) WITHOUT ROWID;
    INSERT INTO site_hosts SELECT site, host_id, count(*) FROM urls GROUP BY site, host_id;
    CREATE TABLE url_counts (
        state TEXT NOT NULL,
        kind TEXT NOT NULL,
        reason TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (state, kind, reason)
    ) WITHOUT ROWID;
    INSERT INTO url_counts
        SELECT state, coalesce(kind, ''), reason, count(*) FROM urls GROUP BY 1, 2, 3;
    CREATE TRIGGER urls_counted AFTER UPDATE OF state, kind, reason ON urls
        WHEN old.state <> new.state OR old.reason <> new.reason OR old.kind IS NOT new.kind
        BEGIN
            UPDATE url_counts SET count = count - 1 WHERE state = old.state
                AND kind = coalesce(old.kind, '') AND reason = old.reason; INSERT INTO url_counts
                VALUES (new.state, coalesce(new.kind, ''), new.reason, 1)
                ON CONFLICT DO UPDATE SET count = count + 1; END;
    """,
    """
    -- An article that its publisher deleted keeps its row; how often that happened is beside it.
    ALTER TABLE articles ADD COLUMN gone_at REAL;
    ALTER TABLE articles ADD COLUMN gone_status INTEGER;
    CREATE TABLE tombstones (
        article TEXT NOT NULL,
        gone_at REAL NOT NULL,
        status INTEGER,
        detail TEXT NOT NULL,
        back_at REAL,
        PRIMARY KEY (article, gone_at)
    ) WITHOUT ROWID;

    -- Looking again: what it found per site, and in millionths how many looks may still be made.
    CREATE TABLE rechecks (
        site INTEGER PRIMARY KEY,
        looks INTEGER NOT NULL,
        changes INTEGER NOT NULL
    );
    INSERT INTO counters VALUES ('recheck_credit', 0);
    INSERT INTO counters VALUES ('rechecks', 0);
    CREATE INDEX urls_article ON urls (article) WHERE article IS NOT NULL;
    CREATE INDEX urls_again ON urls (due) WHERE article IS NOT NULL AND due IS NOT NULL;
    """,
    """
    -- When live URLs bring news; hours and days to skip are bits.
    CREATE TABLE rhythms (
        id INTEGER PRIMARY KEY,
        rhythm BLOB NOT NULL,
        listed INTEGER NOT NULL,
        ttl REAL NOT NULL,
        skip_hours INTEGER NOT NULL,
        skip_days INTEGER NOT NULL,
        basis TEXT NOT NULL
    );
    CREATE TABLE spending (
        id INTEGER PRIMARY KEY CHECK (id = 0),
        patience REAL NOT NULL,
        visits REAL NOT NULL,
        source_days REAL NOT NULL,
        at REAL NOT NULL
    );
    """,
    """
    -- What the addresses of one shape have brought, per site.
    CREATE TABLE shapes (
        site INTEGER NOT NULL,
        shape TEXT NOT NULL,
        credit REAL NOT NULL,
        ceiling REAL NOT NULL,
        visits INTEGER NOT NULL,
        news INTEGER NOT NULL,
        twins INTEGER NOT NULL,
        barren INTEGER NOT NULL,
        probed_at REAL NOT NULL,
        PRIMARY KEY (site, shape)
    ) WITHOUT ROWID;

    -- What pages look like, with the first address of each.
    CREATE TABLE prints (
        site INTEGER NOT NULL,
        look BLOB NOT NULL,
        url TEXT NOT NULL,
        article INTEGER NOT NULL,
        PRIMARY KEY (site, look)
    ) WITHOUT ROWID;

    -- What in a site's addresses does not matter, and the pages known by what is left of them.
    CREATE TABLE rules (
        site INTEGER NOT NULL,
        rule TEXT NOT NULL,
        pages TEXT NOT NULL,
        places TEXT NOT NULL,
        alike INTEGER NOT NULL,
        unlike INTEGER NOT NULL,
        PRIMARY KEY (site, rule)
    ) WITHOUT ROWID;
    CREATE TABLE claims (
        site INTEGER NOT NULL,
        key BLOB NOT NULL,
        url TEXT NOT NULL,
        PRIMARY KEY (site, key)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE sites ADD COLUMN about TEXT NOT NULL DEFAULT '';
    ALTER TABLE sites ADD COLUMN about_query TEXT NOT NULL DEFAULT '';
    ALTER TABLE sites ADD COLUMN about_at REAL;

    CREATE TABLE focuses (
        site INTEGER PRIMARY KEY,
        pages INTEGER NOT NULL,
        wanted INTEGER NOT NULL,
        dossier BLOB NOT NULL
    );

    -- Links of sites that are followed for a topic; one goes when its end has been seen,
    -- unless that is an index page, which goes on teaching what its link was worth.
    CREATE TABLE prospects (
        host_id INTEGER NOT NULL,
        id INTEGER NOT NULL,
        site INTEGER NOT NULL,
        url TEXT NOT NULL,
        parent TEXT NOT NULL,
        words TEXT NOT NULL,
        origin TEXT NOT NULL,
        warmth REAL NOT NULL,
        likely_index INTEGER NOT NULL,
        service REAL NOT NULL,
        odds REAL NOT NULL,
        explored INTEGER NOT NULL,
        weighed INTEGER NOT NULL DEFAULT 0,  -- links seen when the odds were last worked out
        PRIMARY KEY (host_id, id)
    ) WITHOUT ROWID;
    CREATE INDEX prospects_site ON prospects (site, weighed);
    """,
    """
    -- What is found for sites that another node crawls; a line is emptied once that node has it.
    CREATE TABLE outbox (
        url_id INTEGER NOT NULL,
        listed INTEGER NOT NULL,
        node INTEGER NOT NULL,
        posted_at REAL NOT NULL,
        line TEXT NOT NULL,
        batch INTEGER,
        PRIMARY KEY (url_id, listed)
    ) WITHOUT ROWID;
    CREATE INDEX outbox_waiting ON outbox (node, posted_at) WHERE batch IS NULL;
    CREATE INDEX outbox_batch ON outbox (batch) WHERE batch IS NOT NULL;
    CREATE TABLE elsewhere (site INTEGER PRIMARY KEY, node INTEGER NOT NULL);
    """,
    """
    -- What stands for what, all of it at once, without a look at every URL: for the graph of links.
    CREATE INDEX urls_target ON urls (id, target) WHERE target IS NOT NULL;
    """,
    """
    CREATE TABLE annotations (
        article TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        body TEXT NOT NULL,
        sketch BLOB NOT NULL,
        clipping BLOB NOT NULL
    );

    -- The last seq that stories know.
    INSERT INTO counters VALUES ('grouped', 0);

    -- Addresses of stories are handed around: a number is never given twice.
    CREATE TABLE stories (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        began_at REAL NOT NULL,
        newest_at REAL NOT NULL,
        title TEXT NOT NULL,
        lead TEXT NOT NULL,
        language TEXT NOT NULL,
        articles INTEGER NOT NULL,
        sources INTEGER NOT NULL,
        keyphrases TEXT NOT NULL,
        merged_into INTEGER
    );
    CREATE INDEX stories_newest ON stories (newest_at) WHERE merged_into IS NULL;

    CREATE TABLE memberships (
        article TEXT PRIMARY KEY,
        story INTEGER NOT NULL,
        at REAL NOT NULL,
        score REAL NOT NULL,
        evidence TEXT NOT NULL
    );
    CREATE INDEX memberships_story ON memberships (story, at);
    CREATE INDEX memberships_at ON memberships (at);

    CREATE TABLE likenesses (
        article TEXT NOT NULL,
        other TEXT NOT NULL,
        similarity REAL NOT NULL,
        holds REAL NOT NULL,  -- the share of the other's text that stands in the article
        held REAL NOT NULL,  -- the share of its own text that stands in the other
        how TEXT NOT NULL,
        PRIMARY KEY (article, other)
    ) WITHOUT ROWID;
    CREATE INDEX likenesses_other ON likenesses (other);
    """,
    """
    -- What a feed files an item under, a line each, until its page is read.
    ALTER TABLE urls ADD COLUMN categories TEXT NOT NULL DEFAULT '';
    """,
)

VERSION = len(MIGRATIONS)

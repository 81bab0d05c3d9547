<?php
$wanted = json_decode(file_get_contents('php://stdin'), true);
$_SERVER['HTTP_HOST'] = $wanted['host'];
$server = new mysqli('localhost', 'root', '', '', 0, $wanted['socket']);
$server->query("CREATE DATABASE {$wanted['database']}");
define('WP_INSTALLING', true);
require 'wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('The River Paper', 'editor', 'editor@example.org', true, '', 'secret');
update_option('blogdescription', 'News of a small town by the river');
switch_theme($wanted['theme']);
wp_delete_post(1, true);  // "Hello world!", as every editor does
$about = ['post_title' => 'About', 'post_name' => 'about', 'post_content' => $wanted['about']];
wp_update_post(['ID' => 2] + $about);  // "Sample Page"
foreach ($wanted['authors'] as $name)
    wp_insert_user([
        'user_login' => sanitize_title($name), 'display_name' => $name,
        'user_pass' => 'secret', 'role' => 'author',
    ]);
$wp_rewrite->set_permalink_structure($wanted['permalinks']);
$wp_rewrite->flush_rules(true);
